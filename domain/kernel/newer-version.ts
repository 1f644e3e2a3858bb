import type { z } from 'zod';
import { Failure, type FailureReason, failure } from './failure.ts';

const REASON = 'newer_version';

/**
 * Whether the only problem is members unknown to the schema: additions by a newer version are optional and do not raise
 * the schema version. Damage would also remove members.
 */
export const hasOnlyUnknownMembers = (issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.length > 0 &&
  issues.every(
    (issue) =>
      issue.code === 'unrecognized_keys' ||
      (issue.code === 'invalid_union' && issue.errors.some((branch) => hasOnlyUnknownMembers(branch))),
  );

/** The failure to read data written by a newer version. `what` names the data, without its content. */
export const newerVersionFailure = (
  what: string,
  details: { readonly type: string; readonly eventId?: string },
): FailureReason =>
  failure(
    'internal_error',
    `${what} has members that this version of the program does not know. Start a newer version of the program.`,
    { details: { ...details, reason: REASON } },
  );

/** Whether data is unreadable only because a newer version wrote it, and not because of damage. */
export const isNewerVersionFailure = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.reason === REASON;
