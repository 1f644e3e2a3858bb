import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';

/**
 * The database failed over or was restored to a state that lacks events which a node had read: they were acknowledged, and
 * are gone. `keptTo` is the last position at which the log is known to be as before, 0 where none is; `lostTo` the last one
 * that the node had read.
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
