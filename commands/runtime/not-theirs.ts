import { Failure, type FailureReason } from '../../domain/kernel/failure.ts';

const NOT_THEIRS = 'not_theirs';

/** A "not found" for what is there but belongs to somebody else: the caller learns no more, the audit trail does. */
export const notTheirs = (reason: FailureReason): Failure => new Failure(reason, { cause: NOT_THEIRS });

/** Whether a refusal hides what belongs to somebody else. */
export const isNotTheirs = (error: unknown): boolean =>
  error instanceof Failure && error.cause === NOT_THEIRS;
