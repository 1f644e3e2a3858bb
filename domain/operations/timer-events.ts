import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { streamIdSchema } from '../kernel/identifiers.ts';

const timerId = z.string().min(1).max(128);
/** The purpose of the timer, e.g. `confirmation-expiry`, which decides the follower that acts on it. */
const purpose = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be lower-case words joined by hyphens, at most 64 characters');
/** The stream that the timer concerns, on which its follower acts. */
const about = streamIdSchema;

/** The longest that a timer may run: retention periods are counted in decades. */
const MAX_MS = 100 * 366 * 24 * 60 * 60 * 1000;

/**
 * When a timer is due: at an instant, or this many milliseconds after its setting was recorded. The second form does not
 * depend on the clock of the node that sets it.
 */
export const dueSchema = z.union([
  z.strictObject({ at: z.iso.datetime({ precision: 3 }) }),
  z.strictObject({ afterMs: z.int().min(0).max(MAX_MS) }),
]);
export type Due = z.output<typeof dueSchema>;

/** A timer was set; free of PHI. */
export const timerSet = defineEvent('TimerSet', z.strictObject({ timerId, purpose, about, due: dueSchema }));

/** The timer fired. Consumers act on this event by its purpose. */
export const timerFired = defineEvent('TimerFired', z.strictObject({ timerId, purpose, about }));

/** The timer was cancelled because its purpose is settled; it never fires. */
export const timerCancelled = defineEvent('TimerCancelled', z.strictObject({ timerId, purpose, about }));

export const timerEvents = [timerSet, timerFired, timerCancelled] as const;
export type TimerEvent = EventOf<(typeof timerEvents)[number]>;
