import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { uuidSchema } from '../kernel/identifiers.ts';
import { sensitiveText } from '../privacy/sensitive.ts';
import { breakGlassTargetSchema } from './break-glass-target.ts';

/** What a reviewer can find. */
export const breakGlassOutcomes = ['justified', 'unjustified', 'unclear'] as const;
export type BreakGlassOutcome = (typeof breakGlassOutcomes)[number];

/** The longest that a grant can be made to last: a day. */
export const MAX_GRANT_MINUTES = 24 * 60;

/** Somebody opened, for a reason and a time, what is not theirs. Counted from when this was recorded. */
export const breakGlassOpened = defineEvent(
  'BreakGlassOpened',
  z.strictObject({
    grantId: uuidSchema,
    target: breakGlassTargetSchema,
    reason: sensitiveText(z.string().min(1).max(1000)),
    minutes: z.int().min(1).max(MAX_GRANT_MINUTES),
  }),
);

/** Somebody whose last grants were found unjustified wants to open what is not theirs, which takes another person. */
export const breakGlassRequested = defineEvent('BreakGlassRequested', breakGlassOpened.schema);

/** Another person allowed it. The grant is counted from when this was recorded. */
export const breakGlassApproved = defineEvent('BreakGlassApproved', z.strictObject({ grantId: uuidSchema }));

/** Somebody else judged whether that was right. */
export const breakGlassReviewed = defineEvent(
  'BreakGlassReviewed',
  z.strictObject({
    grantId: uuidSchema,
    outcome: z.enum(breakGlassOutcomes),
    note: sensitiveText(z.string().min(1).max(2000)).optional(),
  }),
);

export const breakGlassEvents = [
  breakGlassOpened,
  breakGlassRequested,
  breakGlassApproved,
  breakGlassReviewed,
] as const;
export type BreakGlassEvent = EventOf<(typeof breakGlassEvents)[number]>;
