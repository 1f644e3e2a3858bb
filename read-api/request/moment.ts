import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../ports/event-store.ts';

/** A place in the log, named by its position or by a point in time. */
type Moment =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'instant'; readonly instant: string; readonly wholeDay: boolean };

const DAY_MS = 24 * 60 * 60 * 1000;

/** A log position, an ISO 8601 instant, or a day (UTC). */
export const momentText = z
  .union(
    [
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform((text): Moment => ({ kind: 'position', position: Number(text) })),
      z.iso
        .datetime({ offset: true })
        .transform((text): Moment => ({ kind: 'instant', instant: text, wholeDay: false })),
      z.iso.date().transform((text): Moment => ({ kind: 'instant', instant: text, wholeDay: true })),
    ],
    'Must be a log position, an ISO 8601 instant with its zone, or a day',
  )
  .meta({ description: 'A log position, an ISO 8601 instant, or a day (UTC).' });

type Log = Pick<EventStore, 'positionAt'>;

/** 9999-12-31T23:59:59.999Z. */
const LAST_INSTANT = 253_402_300_799_999;

/** Nothing was recorded before 1970 or will be after 9999, and databases know no year 0. */
const at = (milliseconds: number): string =>
  new Date(Math.min(Math.max(milliseconds, 0), LAST_INSTANT)).toISOString();

/** The last position that is not after a moment; a day counts to its end. */
export const positionUpTo = async (moment: Moment, log: Log): Promise<Position> => {
  if (moment.kind === 'position') return moment.position;
  const start = Date.parse(moment.instant);
  return log.positionAt(at(moment.wholeDay ? start + DAY_MS - 1 : start));
};

/** The position before the first that is not before a moment; a day counts from its beginning. */
export const positionBefore = async (moment: Moment, log: Log): Promise<Position> =>
  moment.kind === 'position'
    ? Math.max(moment.position - 1, 0)
    : log.positionAt(at(Date.parse(moment.instant) - 1));
