import { RefusedRequest } from '../../../../client/failures.ts';
import type { ToolCall } from '../../../../client/index.ts';
import { Badge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { Section } from '../../components/section.tsx';
import { callStatusWords } from './call-status.ts';
import { isObject } from './field-spec.ts';
import styles from './tool-outcome.module.css';
import type { ToolTest } from './use-tool-test.ts';

const millisecondsText = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

const between = (from: string | null, to: string | null): string | undefined =>
  from === null || to === null || from === to
    ? undefined
    : millisecondsText(Date.parse(to) - Date.parse(from));

type Metrics = { readonly call: ToolCall; readonly roundTripMs: number | undefined };

const CallMetrics = ({ call, roundTripMs }: Metrics) => (
  <Facts
    facts={[
      {
        name: 'Execution time',
        value: call.result === null ? undefined : millisecondsText(call.result.executionTimeMs),
      },
      { name: 'Time until the start', value: between(call.requestedAt, call.startedAt) },
      { name: 'From request to end', value: between(call.requestedAt, call.endedAt) },
      {
        name: 'Time until the response',
        value: roundTripMs === undefined ? undefined : millisecondsText(roundTripMs),
      },
      { name: 'Attempts', value: call.attempts },
      { name: 'Result names patients', value: call.phi === null ? undefined : call.phi ? 'Yes' : 'No' },
      {
        name: 'Removed before sending',
        value:
          call.redacted === null
            ? undefined
            : call.redacted
              ? 'Everything that identifies a person'
              : 'Nothing',
      },
      { name: 'Call', value: <code>{call.toolCallId}</code> },
    ]}
  />
);

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);

const Citations = ({ citations }: Pick<NonNullable<ToolCall['result']>, 'citations'>) =>
  citations === null || citations.length === 0 ? null : (
    <div className={styles.citations}>
      <h3>Sources</h3>
      <ul>
        {citations.map(({ sourceTitle, sourceUrl, sourceType }) => (
          <li key={`${sourceType} ${sourceTitle} ${sourceUrl ?? ''}`}>
            {sourceUrl !== undefined && isWebAddress(sourceUrl) ? (
              <a href={sourceUrl} target="_blank" rel="noopener noreferrer">
                {sourceTitle}
              </a>
            ) : (
              sourceTitle
            )}{' '}
            <span className={styles.kind}>{sourceType}</span>
          </li>
        ))}
      </ul>
    </div>
  );

/** What is wrong with which argument, if the server said so. */
const issuesOf = (error: unknown): readonly string[] => {
  const issues = error instanceof RefusedRequest ? error.details?.issues : undefined;
  if (!Array.isArray(issues)) return [];
  return issues.filter(isObject).map(({ path, message }) => `${String(path)}: ${String(message)}`);
};

/** What came of a call: its result or error, its time and its metrics. */
export const ToolOutcome = ({ test }: { readonly test: ToolTest }) => {
  const { call, error, isRunning, roundTripMs } = test;
  const issues = issuesOf(error);
  if (call === undefined && error === null && !isRunning)
    return (
      <EmptyState title="The result appears here">Fill in the arguments and execute the tool.</EmptyState>
    );
  return (
    <Section title="Result">
      <div role="status" className={styles.status}>
        {call === undefined ? null : (
          <Badge tone={callStatusWords[call.status].tone}>{callStatusWords[call.status].text}</Badge>
        )}
        {isRunning ? <Progress label="Executing …" /> : null}
      </div>
      {error === null ? null : <ErrorNotice error={error} />}
      {issues.length === 0 ? null : (
        <ul>
          {issues.map((issue) => (
            <li key={issue}>{issue}</li>
          ))}
        </ul>
      )}
      {call?.result?.error == null ? null : (
        <Notice tone="danger" title="The tool reported" isAlert>
          {call.result.error}
        </Notice>
      )}
      {call?.result?.result == null ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section className={styles.frame} aria-label="Result of the tool" tabIndex={0}>
          <pre className={styles.json}>{JSON.stringify(call.result.result, null, 2)}</pre>
        </section>
      )}
      {call?.result == null ? null : <Citations citations={call.result.citations} />}
      {call === undefined ? null : <CallMetrics call={call} roundTripMs={roundTripMs} />}
    </Section>
  );
};
