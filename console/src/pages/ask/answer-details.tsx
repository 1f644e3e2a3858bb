import { Moment } from '../../components/moment.tsx';
import styles from './answer-details.module.css';
import { type Query, sourceNames } from './query-types.ts';

const outcomes = {
  ok: 'answered',
  failed: 'failed',
  timeout: 'took too long',
  not_configured: 'not set up here',
  skipped: 'not asked',
} as const;

/** How an answer came about, for whom it matters: sources, model, what was struck. */
export const AnswerDetails = ({ query }: { readonly query: Query }) => {
  const { sources, checks, finishedAt, milliseconds, confidence, intent } = query;
  return (
    <details className={styles.details}>
      <summary>How this was answered</summary>
      <dl className={styles.list}>
        {sources.map(({ source, outcome, found, redacted }) => (
          <div key={source}>
            <dt>{sourceNames[source]}</dt>
            <dd>
              {outcomes[outcome]}
              {outcome === 'ok' ? `, ${found} passages` : ''}
              {redacted ? '; details about a person were removed before asking' : ''}
            </dd>
          </div>
        ))}
        {intent === null ? null : (
          <div>
            <dt>Kind of question</dt>
            <dd>
              {intent.replaceAll('_', ' ')}
              {confidence === null ? '' : `, ${Math.round(confidence * 100)} % confidence`}
            </dd>
          </div>
        )}
        {(checks?.struck ?? []).map(({ sentence, because }) => (
          <div key={sentence}>
            <dt>Struck from the model’s text</dt>
            <dd>
              <q>{sentence}</q> ({because.replaceAll('_', ' ')})
            </dd>
          </div>
        ))}
        {finishedAt === null ? null : (
          <div>
            <dt>Answered</dt>
            <dd>
              <Moment at={finishedAt} />
              {milliseconds === null ? '' : ` after ${(milliseconds / 1000).toFixed(1)} s`}
            </dd>
          </div>
        )}
      </dl>
    </details>
  );
};
