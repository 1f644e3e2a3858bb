import type { AnswerToolCall } from '../consultation/called-tool.ts';

/** Wording for calls without a result, or with an unreliable one. */
const saidOf: Readonly<Record<AnswerToolCall['status'], string | undefined>> = {
  requested: 'has not finished yet',
  awaiting_confirmation: 'is waiting for confirmation',
  running: 'has not finished yet',
  succeeded: undefined,
  failed: 'failed',
  declined: 'was declined: nothing was done',
  expired: 'was not confirmed in time: nothing was done',
  rejected: 'was refused: nothing was done',
  timed_out: 'did not finish in time',
  cancelled: 'was cancelled',
  unknown: 'may or may not have taken effect: check before trying again',
};

/** Describes an unsuccessful call: its outcome, and the tool's own message. */
const sayCall = ({
  tool,
  status,
  error,
}: AnswerToolCall & { readonly error?: string | null }): readonly string[] => {
  const said = saidOf[status];
  if (said === undefined) return [];
  const hasOwnWords =
    error && (status === 'failed' || status === 'rejected' || status === 'timed_out' || status === 'unknown');
  return [`- ${tool.replaceAll('_', ' ')} ${said}${hasOwnWords ? ` (${error.replace(/\.$/, '')})` : ''}.`];
};

/** Describes the unsuccessful calls, one per line; empty if all succeeded. */
export const describeFailedToolCalls = (
  calls: readonly (AnswerToolCall & { readonly error?: string | null })[],
): string => {
  const lines = calls.flatMap(sayCall);
  return lines.length === 0 ? '' : ['Tools that were called without a result:', ...lines].join('\n');
};
