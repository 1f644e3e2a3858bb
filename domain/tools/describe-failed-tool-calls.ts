import type { AnswerToolCall } from '../consultation/called-tool.ts';

/** What is said of a call that came to no result, or to none that can be relied on. */
const saidOf: Readonly<Record<AnswerToolCall['status'], string | undefined>> = {
  requested: 'has not ended yet',
  awaiting_confirmation: 'waits to be confirmed',
  running: 'has not ended yet',
  succeeded: undefined,
  failed: 'failed',
  declined: 'was declined: nothing was done',
  expired: 'was not confirmed in time: nothing was done',
  rejected: 'was refused: nothing was done',
  timed_out: 'did not end in time',
  cancelled: 'was cancelled',
  unknown: 'may have taken effect or not: look before it is tried again',
};

/** Of a call that did not succeed: what became of it, and what the tool says of that. */
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

/** Lines about the calls that did not succeed; an empty text where all did. */
export const describeFailedToolCalls = (
  calls: readonly (AnswerToolCall & { readonly error?: string | null })[],
): string => {
  const lines = calls.flatMap(sayCall);
  return lines.length === 0 ? '' : ['Tools that were called without a result:', ...lines].join('\n');
};
