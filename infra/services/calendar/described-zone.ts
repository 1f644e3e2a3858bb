import { Temporal } from 'temporal-polyfill';
import { occurrencesWithin } from './occurrences.ts';
import { type Component, recurrencesOf, valuesOf } from './parse-icalendar.ts';
import { utc, type Zone } from './zone.ts';

/** A clock change: its time on the clock before it, and the offsets from UTC before and after, in seconds. */
type Change = { readonly at: Temporal.PlainDateTime; readonly before: number; readonly after: number };

/** No zone has ever had more changes, nor more rules still in force. */
const MAX_OBSERVANCES = 400;
const MAX_RULES = 20;
/** No appointments are made beyond this date. */
const LAST_YEAR = Temporal.PlainDateTime.from('2100-01-01T00:00:00');

/** Parses an offset as the parser prints it, `+01:00` or `-05:30:15`, into seconds. */
const secondsOf = (value: unknown): number => {
  const [, sign, hours, minutes, seconds = '0'] =
    /^([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (sign === undefined) throw new RangeError('This is not an offset.');
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -size : size;
};

const wallOf = (value: unknown): Temporal.PlainDateTime =>
  Temporal.PlainDateTime.from(String(value).replace(/Z$/, ''));

const changesOf = (observance: Component): readonly Change[] => {
  const begins = wallOf(valuesOf(observance, 'dtstart')[0]);
  const before = secondsOf(valuesOf(observance, 'tzoffsetfrom')[0]);
  const after = secondsOf(valuesOf(observance, 'tzoffsetto')[0]);
  const [rule] = recurrencesOf(observance);
  if (rule !== undefined && rule.freq !== 'YEARLY') throw new RangeError('Clocks do not change as often.');
  // The end of a rule is in UTC.
  const local: Zone = { ...utc, wallOf: (instant) => utc.wallOf(instant).add({ seconds: before }) };
  const times = [
    begins,
    ...valuesOf(observance, 'rdate').map(wallOf),
    ...(rule === undefined ? [] : occurrencesWithin(rule, { start: begins, zone: local }, begins, LAST_YEAR)),
  ];
  return times.map((at) => ({ at, before, after }));
};

/**
 * Returns the zone that a VTIMEZONE describes (RFC 5545, section 3.6.5). Throws for a broken or implausible
 * one.
 */
export const describedZone = ({ components }: Component): Zone => {
  const rules = components.filter((observance) => recurrencesOf(observance).length > 0);
  if (components.length > MAX_OBSERVANCES || rules.length > MAX_RULES)
    throw new RangeError('No time zone has this many changes.');
  const changes = components
    .flatMap(changesOf)
    .sort((one, other) => Temporal.PlainDateTime.compare(one.at, other.at));
  const [first] = changes;
  if (first === undefined) throw new RangeError('A zone has at least one offset.');
  /** Returns the offset from UTC, in seconds, at a local time. */
  const offsetAt = (wall: Temporal.PlainDateTime): number =>
    changes.findLast(({ at }) => Temporal.PlainDateTime.compare(at, wall) <= 0)?.after ?? first.before;
  return {
    instantOf: (wall) => utc.instantOf(wall.subtract({ seconds: offsetAt(wall) })),
    wallOf: (instant) => {
      const wall = utc.wallOf(instant);
      const change = changes.findLast(
        ({ at, before }) => Temporal.PlainDateTime.compare(at.subtract({ seconds: before }), wall) <= 0,
      );
      return wall.add({ seconds: change?.after ?? first.before });
    },
  };
};
