import { Badge } from '../../components/badge.tsx';
import type { Query } from './query-types.ts';
import styles from './tool-call-list.module.css';

type ToolCalls = Query['toolCalls'];

const words = {
  requested: 'requested',
  awaiting_confirmation: 'waits for confirmation',
  running: 'running',
  succeeded: 'done',
  failed: 'failed',
  declined: 'declined',
  expired: 'not confirmed in time',
  rejected: 'refused',
  timed_out: 'took too long',
  cancelled: 'cancelled',
  unknown: 'may have taken effect: check it',
} as const satisfies Record<ToolCalls[number]['status'], string>;

const toneOf = (status: ToolCalls[number]['status']) => {
  if (status === 'succeeded') return 'success';
  if (status === 'unknown' || status === 'failed' || status === 'timed_out') return 'danger';
  return 'neutral';
};

/** The tools that were called for a question, and what became of each. */
export const ToolCallList = ({ toolCalls }: { readonly toolCalls: ToolCalls }) =>
  toolCalls.length === 0 ? null : (
    <ul className={styles.list} aria-label="Tools">
      {toolCalls.map(({ toolCallId, tool, status }) => (
        <li key={toolCallId}>
          <code>{tool}</code> <Badge tone={toneOf(status)}>{words[status]}</Badge>
        </li>
      ))}
    </ul>
  );
