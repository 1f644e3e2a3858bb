import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { uuidSchema } from '../kernel/identifiers.ts';
import { sensitiveText } from '../privacy/sensitive.ts';
import { breakGlassTargetSchema } from './break-glass-target.ts';

/** The possible findings of a reviewer. */
export const breakGlassOutcomes = ['justified', 'unjustified', 'unclear'] as const;
export type BreakGlassOutcome = (typeof breakGlassOutcomes)[number];

/** The longest duration of a grant: a day. */
export const MAX_GRANT_MINUTES = 24 * 60;

/** A person opened another's data, for a reason and a time that counts from the recording of this event. */
export const breakGlassOpened = defineEvent(
  'BreakGlassOpened',
  z.strictObject({
    grantId: uuidSchema,
    target: breakGlassTargetSchema,
    reason: sensitiveText(z.string().min(1).max(1000)),
    minutes: z.int().min(1).max(MAX_GRANT_MINUTES),
  }),
);

/** A person whose last grant was found unjustified requested another one, which needs a second person's approval. */
export const breakGlassRequested = defineEvent('BreakGlassRequested', breakGlassOpened.schema);

/** Another person approved it. The grant counts from the recording of this event. */
export const breakGlassApproved = defineEvent('BreakGlassApproved', z.strictObject({ grantId: uuidSchema }));

/** Another person reviewed whether it was justified. */
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
