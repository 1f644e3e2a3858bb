import { Failure, type FailureReason } from '../../domain/kernel/failure.ts';

const CONCEALED = 'not_theirs';

/**
 * A "not found" for something that belongs to another user: the caller learns nothing more, but the audit trail
 * records the refusal.
 */
export const concealedNotFound = (reason: FailureReason): Failure =>
  new Failure(reason, { cause: CONCEALED });

/** Whether a refusal conceals something that belongs to another user. */
export const isConcealedNotFound = (error: unknown): boolean =>
  error instanceof Failure && error.cause === CONCEALED;
