import type { z } from 'zod';
import { Failure, type FailureReason, failure } from './failure.ts';

const REASON = 'newer_version';

/**
 * Whether all that is wrong is that there is more than a schema knows: what a newer version of the program adds may be
 * absent, and leaves the number of the schema as it is. Damage would take something away, too.
 */
export const hasOnlyUnknownMembers = (issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.length > 0 &&
  issues.every(
    (issue) =>
      issue.code === 'unrecognized_keys' ||
      (issue.code === 'invalid_union' && issue.errors.some((branch) => hasOnlyUnknownMembers(branch))),
  );

/** The failure to read what a newer version has written. `what` names it, without content. */
export const ofNewerVersion = (
  what: string,
  details: { readonly type: string; readonly eventId?: string },
): FailureReason =>
  failure(
    'internal_error',
    `${what} has members that this version of the program does not know. Start a newer version of the program.`,
    { details: { ...details, reason: REASON } },
  );

/** Whether something could not be read only because a newer version wrote it, and not because it is damaged. */
export const isOfNewerVersion = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.reason === REASON;
