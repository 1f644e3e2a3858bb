import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';

/**
 * The database failed over or was restored to a state without events that a node had read: acknowledged events are
 * lost. `keptTo` is the last position at which the log is known to be unchanged, 0 if there is none; `lostTo` is the
 * last position that the node had read.
 */
export const logEventsLost = defineEvent(
  'LogEventsLost',
  z.strictObject({
    keptTo: z.int().min(0),
    lostTo: z.int().min(1),
    node: z.string().min(1).max(128),
    at: z.iso.datetime({ precision: 3 }),
  }),
);

export const logLossEvents = [logEventsLost] as const;
export type LogLossEvent = EventOf<(typeof logLossEvents)[number]>;
