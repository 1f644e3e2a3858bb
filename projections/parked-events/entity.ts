import { defineEntity, p } from '@mikro-orm/core';
import type { RowOf } from '../row-of.ts';

/** One row per event that a consumer gave up on and has not handled since. */
export const parkedEventEntity = defineEntity({
  name: 'ParkedEvent',
  tableName: 'parked_events',
  schema: '*',
  properties: {
    /** `<consumer>/<eventId>`. */
    parkedKey: p.text().primary(),
    consumer: p.text(),
    eventId: p.text(),
    eventType: p.text(),
    streamId: p.text(),
    /** The log position of the parked event. */
    position: p.bigint('number'),
    attempts: p.integer(),
    reason: p.text(),
    /** The reason, for people; free of PHI. */
    message: p.text(),
    /** The event that the same consumer must handle first. */
    waitsBehind: p.text().strictNullable(),
    /** Why the waiting caller could not be notified; free of PHI. */
    untold: p.text().strictNullable(),
    parkedAt: p.text(),
    /** Log position of the parking: the order of the list. */
    parkedPosition: p.bigint('number'),
    replayRequestedAt: p.text().strictNullable(),
  },
  indexes: [{ properties: ['parkedPosition'] }, { properties: ['consumer', 'parkedPosition'] }],
});
export type ParkedEventRow = RowOf<typeof parkedEventEntity>;
