import { Failure } from '../../../domain/kernel/failure.ts';
import { judgeFailure, type Verdict } from '../../resilience/judge-failure.ts';

/**
 * What an error says of a mail server. One that refuses a login or a mail is at work: a person without a mailbox closes
 * it to nobody else.
 */
export const judgeMailServer = (error: unknown): Verdict =>
  error instanceof Failure && error.reason.code === 'external_api_error' ? 'answered' : judgeFailure(error);
