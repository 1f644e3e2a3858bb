import { Temporal } from 'temporal-polyfill';
import { occurrencesWithin } from './occurrences.ts';
import { type Component, recurrencesOf, textOf, valuesOf } from './parse-icalendar.ts';
import { type CalendarTime, instantOf, type TimeReader, timesOf } from './read-time.ts';
import { utc } from './zone.ts';

/** Days from first to last, inclusive, and the same as instants in the user's zone. */
export type DayRange = {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
  readonly begins: Temporal.Instant;
  /** The first instant after the range. */
  readonly ends: Temporal.Instant;
};

/** One occurrence of an event. */
export type Occurrence = {
  /** The component with the title and place. */
  readonly component: Component;
  readonly start: CalendarTime;
  /** For whole days, the day after the last. */
  readonly end: Temporal.Instant | Temporal.PlainDate;
  /** The original start of an occurrence of a repeating event, before any change. */
  readonly recurrence?: CalendarTime;
};

/**
 * The length of an event: in days for a whole-day event; otherwise a duration of calendar days and exact
 * time.
 */
type Length = { readonly days: number } | { readonly duration: Temporal.Duration };

/** Limit on the occurrences of one event in a range: one per hour of a month. */
const MAX_OCCURRENCES = 800;
/** Limit on the explicit dates of a series, and on its exceptions. */
const MAX_DATES = 5_000;
/** Limit, in days, on how far a change may move all later occurrences. */
const MAX_SHIFT = 366;

const compare = Temporal.PlainDateTime.compare;

const startOf = (event: Component, reader: TimeReader): CalendarTime => {
  const [start] = timesOf(event, 'dtstart', reader);
  if (start === undefined) throw new RangeError('An event has a beginning.');
  return start;
};

const lengthOf = (event: Component, start: CalendarTime, reader: TimeReader): Length => {
  const [end] = timesOf(event, 'dtend', reader);
  const text = textOf(event, 'duration');
  if (start.isDay) {
    const days =
      end !== undefined
        ? start.wall.toPlainDate().until(end.wall.toPlainDate()).days
        : text === undefined
          ? 1
          : Math.ceil(Temporal.Duration.from(text).total({ unit: 'day', relativeTo: start.wall }));
    return { days: Math.max(1, days) };
  }
  if (end === undefined && text !== undefined) {
    const duration = Temporal.Duration.from(text);
    return { duration: duration.sign < 0 ? new Temporal.Duration() : duration };
  }
  const exact = end === undefined ? new Temporal.Duration() : instantOf(start).until(instantOf(end));
  return { duration: exact.sign < 0 ? new Temporal.Duration() : exact };
};

const endOf = (start: CalendarTime, length: Length): Occurrence['end'] => {
  if ('days' in length) return start.wall.toPlainDate().add({ days: length.days });
  const { years, months, weeks, days, hours, minutes, seconds } = length.duration;
  // Days follow the local clock, hours are exact (RFC 5545, section 3.3.6).
  return start.zone
    .instantOf(start.wall.add({ years, months, weeks, days }))
    .add({ hours, minutes, seconds });
};

const daysOf = (length: Length): number =>
  'days' in length
    ? length.days
    : Math.ceil(length.duration.total({ unit: 'day', relativeTo: '2026-01-01T00:00' }));

const touches = ({ start, end }: Occurrence, { first, last, begins, ends }: DayRange): boolean => {
  if (end instanceof Temporal.PlainDate) {
    const day = start.wall.toPlainDate();
    return Temporal.PlainDate.compare(day, last) <= 0 && Temporal.PlainDate.compare(end, first) > 0;
  }
  const from = instantOf(start);
  const isBefore = Temporal.Instant.compare(from, ends) < 0;
  return Temporal.Instant.compare(from, end) === 0
    ? isBefore && Temporal.Instant.compare(from, begins) >= 0
    : isBefore && Temporal.Instant.compare(end, begins) > 0;
};

/** The identity of an occurrence, independent of the zone in which it was written. */
const keyOf = (time: CalendarTime): string =>
  time.isDay ? time.wall.toPlainDate().toString() : instantOf(time).toString();

const dayOf = ({ wall }: CalendarTime): string => wall.toPlainDate().toString();

/**
 * Returns the time that identifies an occurrence of a series. For whole-day series that is the day, even when
 * it is written as a time, as Exchange does: read in its own zone, or in the user's when it is in UTC.
 */
const namedTime = (time: CalendarTime, ofDays: boolean, { local }: TimeReader): CalendarTime => {
  if (!ofDays || time.isDay) return time;
  const wall = time.zone === utc ? local.wallOf(instantOf(time)) : time.wall;
  return { wall: wall.toPlainDate().toPlainDateTime(), zone: local, isDay: true };
};

const isCancelled = (event: Component): boolean => textOf(event, 'status')?.toUpperCase() === 'CANCELLED';

const occurrenceOf = (
  component: Component,
  start: CalendarTime,
  length: Length,
  recurrence?: CalendarTime,
): Occurrence => ({
  component,
  start,
  end: endOf(start, length),
  ...(recurrence === undefined ? {} : { recurrence }),
});

/** A change of one occurrence, or of it and all later ones. */
type Change = {
  readonly component: Component;
  readonly recurrence: CalendarTime;
  readonly start: CalendarTime;
  readonly length: Length;
  readonly isForAllAfter: boolean;
};

const changeOf = (component: Component, ofDays: boolean | undefined, reader: TimeReader): Change => {
  const [named] = timesOf(component, 'recurrence-id', reader);
  if (named === undefined) throw new RangeError('A change names what it changes.');
  const start = startOf(component, reader);
  const recurrence = namedTime(named, ofDays ?? start.isDay, reader);
  const { range } = component.properties.get('recurrence-id')?.[0]?.parameters ?? {};
  return {
    component,
    recurrence,
    start,
    length: lengthOf(component, start, reader),
    isForAllAfter: typeof range === 'string' && range.toUpperCase() === 'THISANDFUTURE',
  };
};

/** Returns how far a change moves later occurrences, by the local clock. */
const shiftOf = ({ start, recurrence }: Change): Temporal.Duration => {
  const before = start.isDay ? recurrence.wall : start.zone.wallOf(instantOf(recurrence));
  const shift = before.until(start.wall, { largestUnit: 'day' });
  if (Math.abs(shift.days) > MAX_SHIFT) throw new RangeError('The change moves occurrences too far.');
  return shift;
};

type Series = { readonly master: Component; readonly start: CalendarTime; readonly length: Length };

const startsOf = (
  { master, start, length }: Series,
  shiftDays: number,
  range: DayRange,
  reader: TimeReader,
): readonly CalendarTime[] => {
  // By the clock of the series; the margin covers the difference from the user's zone.
  const margin = shiftDays + 2;
  const from = range.first.toPlainDateTime().subtract({ days: margin + daysOf(length) });
  const to = range.last.toPlainDateTime().add({ days: margin });
  const dates = timesOf(master, 'rdate', reader);
  if (dates.length > MAX_DATES) throw new RangeError('The series has too many dates.');
  const rules = recurrencesOf(master);
  const walls = rules.flatMap((rule) =>
    occurrencesWithin(rule, { start: start.wall, zone: start.zone }, from, to),
  );
  if (walls.length > MAX_OCCURRENCES) throw new RangeError('The series repeats too often.');
  const all = [start, ...walls.map((wall) => ({ ...start, wall })), ...dates].filter(
    ({ wall }) => compare(wall, from) >= 0 && compare(wall, to) <= 0,
  );
  return [...new Map(all.map((time) => [keyOf(time), time])).values()];
};

const expandSeries = (
  master: Component,
  changes: readonly Change[],
  range: DayRange,
  reader: TimeReader,
): readonly Occurrence[] => {
  const start = startOf(master, reader);
  const length = lengthOf(master, start, reader);
  const repeats = valuesOf(master, 'rrule').length + valuesOf(master, 'rdate').length > 0;
  if (!repeats) return [occurrenceOf(master, start, length)];
  const single = new Set(changes.map(({ recurrence }) => keyOf(recurrence)));
  const lasting = changes
    .filter(({ isForAllAfter }) => isForAllAfter)
    .map((change) => ({ ...change, from: instantOf(change.recurrence), shift: shiftOf(change) }))
    .sort((one, other) => Temporal.Instant.compare(one.from, other.from));
  const shiftDays = Math.max(0, ...lasting.map(({ shift }) => Math.abs(shift.days) + 1));
  const excluded = timesOf(master, 'exdate', reader);
  if (excluded.length > MAX_DATES) throw new RangeError('The series has too many dates.');
  const isOut = new Set(excluded.map((time) => keyOf(namedTime(time, start.isDay, reader))));
  return startsOf({ master, start, length }, shiftDays, range, reader)
    .filter((time) => [keyOf(time), dayOf(time)].every((key) => !isOut.has(key) && !single.has(key)))
    .map((time) => {
      const change = lasting.findLast(({ from }) => Temporal.Instant.compare(from, instantOf(time)) <= 0);
      if (change === undefined) return occurrenceOf(master, time, length, time);
      const wall = change.start.isDay ? time.wall : change.start.zone.wallOf(instantOf(time));
      return occurrenceOf(
        change.component,
        { ...change.start, wall: wall.add(change.shift) },
        change.length,
        time,
      );
    });
};

/**
 * Returns the occurrences of one event within a range. Its components are the event itself and changes of
 * single occurrences or of one and all later ones. Omits cancelled occurrences. Throws when the event is
 * broken, is in an undefined zone, or repeats implausibly often.
 */
export const expandEvent = (
  components: readonly Component[],
  range: DayRange,
  reader: TimeReader,
): readonly Occurrence[] => {
  const isChange = (component: Component): boolean => component.properties.has('recurrence-id');
  const master = components.find((component) => !isChange(component));
  if (master !== undefined && isCancelled(master)) return [];
  const ofDays = master && startOf(master, reader).isDay;
  const changes = components.filter(isChange).map((component) => changeOf(component, ofDays, reader));
  const changed = changes.map(({ component, start, length, recurrence }) =>
    occurrenceOf(component, start, length, recurrence),
  );
  const series = master === undefined ? [] : expandSeries(master, changes, range, reader);
  return [...series, ...changed].filter(
    (occurrence) => !isCancelled(occurrence.component) && touches(occurrence, range),
  );
};
