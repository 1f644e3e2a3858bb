import { Failure, type FailureCode } from '../../domain/kernel/failure.ts';

/** What an error shows about the called service: it failed, it responded, or nothing. */
export type Verdict = 'failed' | 'answered' | 'unknown';

/** Refusals of the request itself: the service works, or was not even called. */
const refusals: ReadonlySet<FailureCode> = new Set([
  'validation_error',
  'permission_denied',
  'not_found',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'rule_violated',
]);

/** Judges by the failure code. Any other error counts against the component: an adapter that throws is of no use. */
export const judgeFailure = (error: unknown): Verdict =>
  error instanceof Failure && refusals.has(error.reason.code) ? 'answered' : 'failed';
