import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { useApi } from '../../session/use-session.ts';
import { reasonHeader, WithReason } from './access-reason.tsx';
import styles from './audit-page.module.css';
import { ExplainedAnswer } from './explained-answer.tsx';
import { ExplainedCalls } from './explained-calls.tsx';
import { ExplainedQuestion } from './explained-question.tsx';
import { ExplainedReaders } from './explained-readers.tsx';
import { ExplainedSearch } from './explained-search.tsx';
import { readOnce } from './read-once.ts';

const route = getRouteApi('/shell/audit/explain/$queryId');

type ExplanationOfProps = { readonly queryId: string; readonly reason: string };

const ExplanationOf = ({ queryId, reason }: ExplanationOfProps) => {
  const api = useApi();
  const query = useQuery({
    queryKey: ['explanation', queryId, reason],
    queryFn: ({ signal }) =>
      api.get('/api/audit/queries/{id}/explain', {
        path: { id: queryId },
        headers: reasonHeader(reason),
        signal,
      }),
    ...readOnce,
  });
  return (
    <QueryResult query={query} loading="Reading the log …">
      {(explanation) => (
        <article className={styles.reading}>
          <ExplainedQuestion explanation={explanation} />
          {explanation.rounds.map((round) => (
            <ExplainedSearch key={round.round} round={round} />
          ))}
          <ExplainedCalls explanation={explanation} />
          <ExplainedAnswer explanation={explanation} />
          <ExplainedReaders explanation={explanation} />
        </article>
      )}
    </QueryResult>
  );
};

/** How a question came to its answer, as one page to read. */
export const ExplainSection = () => {
  const { queryId } = route.useParams();
  return <WithReason>{(reason) => <ExplanationOf queryId={queryId} reason={reason} />}</WithReason>;
};

/** Says how to come to an explanation. */
export const ExplainStart = () => (
  <Panel title="Explain an answer" text="How a question came to its answer, from the log alone.">
    <EmptyState title="Which question?">
      <p>
        Find it in the <Link to="/audit/trail">trail</Link> or in a <Link to="/audit/timeline">timeline</Link>
        , and open it by “Explain”.
      </p>
    </EmptyState>
  </Panel>
);
