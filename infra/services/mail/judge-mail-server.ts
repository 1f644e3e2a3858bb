import { Failure } from '../../../domain/kernel/failure.ts';
import { judgeFailure, type Verdict } from '../../resilience/judge-failure.ts';

/**
 * Judges the health of a mail server by an error. A server that refuses a login or a mail is working: one
 * person without a mailbox must not open the circuit for everyone.
 */
export const judgeMailServer = (error: unknown): Verdict =>
  error instanceof Failure && error.reason.code === 'external_api_error' ? 'answered' : judgeFailure(error);
