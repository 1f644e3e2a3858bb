import { Failure, type FailureReason } from '../../domain/kernel/failure.ts';

const CONCEALED = 'not_theirs';

/** A "not found" for what belongs to somebody else: the caller learns nothing else, but the audit trail has it. */
export const concealedNotFound = (reason: FailureReason): Failure =>
  new Failure(reason, { cause: CONCEALED });

/** Whether a refusal hides what belongs to somebody else. */
export const isConcealedNotFound = (error: unknown): boolean =>
  error instanceof Failure && error.cause === CONCEALED;
