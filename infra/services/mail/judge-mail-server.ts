import { Failure } from '../../../domain/kernel/failure.ts';
import { judgeFailure, type Verdict } from '../../resilience/judge-failure.ts';

/**
 * The state of a mail server by its error. One that refuses a login or a mail works: a person without a mailbox must not
 * close it to others.
 */
export const judgeMailServer = (error: unknown): Verdict =>
  error instanceof Failure && error.reason.code === 'external_api_error' ? 'answered' : judgeFailure(error);
