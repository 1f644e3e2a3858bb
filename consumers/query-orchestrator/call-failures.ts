import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import { Failure, type FailureReason, failure } from '../../domain/kernel/failure.ts';
import { CANCELLED } from './watch-cancellation.ts';

export const answerTruncated = failure('external_api_error', 'The answer of the language model was cut.', {
  details: { retryable: true },
});
export const answerFiltered = failure('external_api_error', "The language model's own filter stepped in.", {
  details: { retryable: false },
});
const tookTooLong = failure('timeout', 'The language model took too long.', { details: { retryable: true } });
export const modelBusy = failure('unavailable', 'The language model is busy with other questions.', {
  details: { retryable: false },
});

const wasCancelled = failure('unavailable', 'The query was cancelled.', { details: { retryable: false } });
const unknownFailure = failure('internal_error', 'The call of the language model failed.', {
  details: { retryable: false },
});

/** The reason why a call failed, as a typed failure. */
export const callFailureOf = (error: unknown): FailureReason => {
  if (error === CANCELLED) return wasCancelled;
  if (error instanceof Failure) return error.reason;
  return error instanceof DOMException && error.name === 'TimeoutError' ? tookTooLong : unknownFailure;
};

export const callOutcomeOf = (
  reason: FailureReason | undefined,
  hasBegun: boolean,
): CommandOf<'RecordModelCallEnd'>['outcome'] => {
  if (reason === undefined) return 'completed';
  if (reason === wasCancelled) return 'cancelled';
  if (reason.code === 'timeout') return 'timeout';
  return hasBegun ? 'cut' : 'failed';
};
