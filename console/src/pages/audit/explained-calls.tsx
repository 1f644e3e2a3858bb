import type { Explanation } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Moment } from '../../components/moment.tsx';
import { countText, dollarText, durationText } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import styles from './audit-page.module.css';
import { JsonText } from './json-text.tsx';

type ModelCall = Explanation['rounds'][number]['calls'][number];
type ToolCall = Explanation['toolCalls'][number];

const CalledModel = ({ call }: { readonly call: ModelCall }) => {
  const { model, where, prompt, ended } = call;
  return (
    <li className={styles.item}>
      <span className={styles.row}>
        <span className={styles.name}>{model}</span>
        <Badge>{where === 'local' ? 'on the premises' : 'in the cloud'}</Badge>
        {ended === null ? (
          <Badge tone="warning">no end recorded</Badge>
        ) : (
          <Badge tone={ended.outcome === 'completed' ? 'success' : 'danger'}>{ended.outcome}</Badge>
        )}
        <span className={styles.muted}>
          <Moment at={call.at} />
          {ended?.promptTokens === undefined
            ? ''
            : ` · ${countText(ended.promptTokens)} tokens in, ${countText(ended.completionTokens ?? 0)} out`}
          {ended?.costUsd === undefined ? '' : ` · ${dollarText(ended.costUsd)}`}
        </span>
      </span>
      <details>
        <summary>What was sent</summary>
        <JsonText value={prompt} />
      </details>
      {ended?.text === undefined ? null : (
        <details>
          <summary>What came back</summary>
          <p className={styles.text}>{ended.text}</p>
        </details>
      )}
    </li>
  );
};

const CalledTool = ({ call }: { readonly call: ToolCall }) => (
  <li className={styles.item}>
    <span className={styles.row}>
      <span className={styles.name}>{call.tool}</span>
      <Badge tone={call.status === 'succeeded' ? 'success' : 'warning'}>
        {call.status.replaceAll('_', ' ')}
      </Badge>
      {call.phi ? <Badge tone="accent">PHI</Badge> : null}
      {call.redacted ? <Badge>parts removed before sending</Badge> : null}
    </span>
    {call.prompt === null ? null : <p className={styles.text}>Confirmation asked: {call.prompt}</p>}
    <ul>
      {call.steps.map(({ position, what, milliseconds, by }) => (
        <li key={position}>
          {what}{' '}
          <span className={styles.muted}>
            {durationText(milliseconds)} after the question, {by.id}
          </span>
        </li>
      ))}
    </ul>
    <details>
      <summary>Arguments and result</summary>
      <JsonText value={{ arguments: call.arguments, result: call.result }} />
    </details>
  </li>
);

/** The models and tools that were called for an answer. */
export const ExplainedCalls = ({ explanation }: { readonly explanation: Explanation }) => {
  const calls = explanation.rounds.flatMap((round) => round.calls);
  const { toolCalls } = explanation;
  if (calls.length === 0 && toolCalls.length === 0)
    return (
      <Panel title="Models and tools">
        <p>No model and no tool was called: the answer consists of excerpts.</p>
      </Panel>
    );
  return (
    <Panel title="Models and tools">
      <ul className={styles.list}>
        {calls.map((call) => (
          <CalledModel key={call.position} call={call} />
        ))}
        {toolCalls.map((call) => (
          <CalledTool key={call.toolCallId} call={call} />
        ))}
      </ul>
    </Panel>
  );
};
