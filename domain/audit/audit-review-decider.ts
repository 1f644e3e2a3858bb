import type { Decider } from '../kernel/decider.ts';
import type { Position } from '../kernel/event.ts';
import { refuse } from '../kernel/failure.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { ok } from '../kernel/result.ts';
import type { AuditReviewEvent } from './audit-review-events.ts';

/** The one stream of all reviews of the audit trail. */
export const auditReviewsStream = streamIdOf('operations', 'audit-reviews');

type SignOff = AuditReviewEvent['data'] & {
  readonly type: 'SignOff';
  readonly reviewer: string;
  /** The end of the log: no one can have read what comes after it. */
  readonly head: Position;
};

/** Signs off ranges of the audit trail. They may overlap: two people then vouch for the same entries. */
export const auditReviewDecider: Decider<SignOff, AuditReviewEvent, Readonly<Record<string, never>>> = {
  initialState: {},
  decide: ({ type: _, reviewer, head, reviewId, from, to, actorId, subject, note }) => {
    if (from > to)
      return refuse('validation_error', 'Nothing was recorded in this range.', {
        details: { issues: [{ path: 'to', message: `must be at least ${from}` }] },
      });
    if (to > head)
      return refuse('validation_error', '"to" is in the future.', {
        details: { issues: [{ path: 'to', message: `must be at most ${head}, the end of the log` }] },
      });
    if (actorId === reviewer)
      return refuse('rule_violated', 'These entries are your own: someone else must review them.');
    return ok([
      {
        type: 'AuditReviewed',
        data: { reviewId, from, to, note, ...omitUndefined({ actorId, subject }) },
      },
    ]);
  },
  evolve: (state) => state,
};
