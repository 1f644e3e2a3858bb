import type { Explanation } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import styles from './audit-page.module.css';

type Ending = NonNullable<Explanation['ending']>;
type Answered = Extract<Ending, { status: 'answered' }>;

const stateWords = {
  same: 'unchanged since',
  changed: 'changed since',
  gone: 'no longer there',
  outside: 'from outside',
} as const;

const States = ({ explanation, n }: { readonly explanation: Explanation; readonly n: number }) => {
  const checked = explanation.evidence?.filter((one) => one.n === n) ?? [];
  return checked.map(({ chunkId, state, live }) => (
    <Badge key={chunkId} tone={state === 'same' && live ? 'success' : 'warning'}>
      {stateWords[state]}
      {live ? '' : ', no longer searched'}
    </Badge>
  ));
};

type AnswerProps = { readonly ending: Answered; readonly explanation: Explanation };

const Answer = ({ ending, explanation }: AnswerProps) => (
  <>
    <blockquote className={styles.quote}>{ending.answer}</blockquote>
    <h3>Evidence</h3>
    {explanation.evidence === null ? (
      <Notice tone="warning">
        The index cannot be read, so it is unknown whether the evidence has changed since.
      </Notice>
    ) : null}
    <ol className={styles.list}>
      {ending.citations.map((citation) => (
        <li key={citation.n} className={styles.item}>
          <span className={styles.row}>
            <Badge>{citation.n}</Badge>
            <span className={styles.name}>{citation.title}</span>
            <span className={styles.muted}>
              {citation.docKey}, version {citation.version}
              {citation.pages.length === 0 ? '' : `, page ${citation.pages.join(', ')}`}
            </span>
            <States explanation={explanation} n={citation.n} />
          </span>
          <p className={styles.text}>{citation.excerpt}</p>
        </li>
      ))}
    </ol>
    {ending.citations.length === 0 ? <EmptyState title="The answer cites nothing." /> : null}
  </>
);

/** The answer with its evidence, or why there is none. */
export const ExplainedAnswer = ({ explanation }: { readonly explanation: Explanation }) => {
  const { ending } = explanation;
  return (
    <Panel title="The answer">
      {ending === null ? (
        <Notice>The question has not ended yet.</Notice>
      ) : ending.status === 'answered' ? (
        <Answer ending={ending} explanation={explanation} />
      ) : (
        <Notice tone="danger" title={ending.status === 'failed' ? 'It failed' : 'It was cancelled'}>
          {'message' in ending ? String(ending.message) : ''}
        </Notice>
      )}
    </Panel>
  );
};
