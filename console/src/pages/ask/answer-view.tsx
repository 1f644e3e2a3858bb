import { Badge } from '../../components/badge.tsx';
import { Notice } from '../../components/notice.tsx';
import { AnswerDetails } from './answer-details.tsx';
import { AnswerText } from './answer-text.tsx';
import styles from './answer-view.module.css';
import type { Marking } from './citation-mark.tsx';
import { Feedback } from './feedback.tsx';
import type { Query } from './query-types.ts';
import { ReferencesList } from './references-list.tsx';
import { ToolCallList } from './tool-call-list.tsx';

type Props = {
  readonly query: Query;
  readonly marking: Marking;
  readonly mayGiveFeedback: boolean;
  /** Asks with other words, e.g. a corrected spelling. */
  readonly onAsk: (question: string) => void;
};

const DEGRADED =
  'Some parts of the system are not available. The excerpts below come from the sources that could be reached; others may be missing.';

/** Each suggested spelling as the whole question to ask. */
const suggestionsOf = ({ question, interpretation }: Query): readonly string[] => [
  ...(interpretation?.couldMean ?? []),
  ...(interpretation?.suggestions ?? []).flatMap(({ from, to }) =>
    to.slice(0, 2).map((word) => question.replace(from, word)),
  ),
];

/** An answer: first what limits it, then its text with citations, then its sources. */
export const AnswerView = ({ query, marking, mayGiveFeedback, onAsk }: Props) => {
  const contradictions = query.checks?.contradictions ?? [];
  const warnings = [...query.warnings, ...contradictions];
  const suggestions = suggestionsOf(query);
  return (
    <div className={styles.answer}>
      {query.degraded ? (
        <Notice tone="danger" title="Technical difficulties: this answer is limited" isAlert>
          {DEGRADED}
        </Notice>
      ) : null}
      {warnings.length === 0 ? null : (
        <Notice tone="warning" title={warnings.length === 1 ? 'Warning' : 'Warnings'}>
          {warnings.map((warning) => (
            <AnswerText key={warning} text={warning} marking={marking} />
          ))}
        </Notice>
      )}
      {suggestions.length === 0 ? null : (
        <p className={styles.suggestions}>
          Did you mean:{' '}
          {suggestions.map((question) => (
            <button
              key={question}
              type="button"
              className={styles.suggestion}
              onClick={() => onAsk(question)}
            >
              {question}
            </button>
          ))}
        </p>
      )}
      {query.interpretation?.readAs === undefined ? null : (
        <p className={styles.readAs}>Understood as: {query.interpretation.readAs}</p>
      )}
      <AnswerText text={query.answer ?? ''} marking={marking} />
      <ToolCallList toolCalls={query.toolCalls} />
      {marking.references.display === 'sidebar' ? null : <ReferencesList marking={marking} />}
      <footer className={styles.footer}>
        <Badge tone="warning">Not checked by a clinician</Badge>
        <Badge>
          {query.model === null || query.model === 'extractive' ? 'Excerpts only' : `Model: ${query.model}`}
        </Badge>
        {query.phi?.detected === true ? (
          <Badge tone="accent">Personal details stayed on the premises</Badge>
        ) : null}
        {mayGiveFeedback ? <Feedback queryId={query.queryId} /> : null}
      </footer>
      <AnswerDetails query={query} />
    </div>
  );
};
