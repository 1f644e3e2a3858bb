import { Temporal } from 'temporal-polyfill';
import { plainLine, plainText } from '../../../domain/tools/calendar/plain-text.ts';
import type { CalendarEvent } from '../../../ports/calendars.ts';
import { beginTimeSlice } from '../../../ports/time-slice.ts';
import { type DayRange, expandEvent, type Occurrence } from './expand-event.ts';
import { type Component, parseICalendar, textOf } from './parse-icalendar.ts';
import { instantOf } from './read-time.ts';
import { zonesIn } from './time-zones.ts';
import { zoneOf } from './zone.ts';

/** Byte limits of texts in a list: a hundred events stay below 200 kB, and a tool may return 256 kB. */
const MAX_LINE = 240;
const MAX_TEXT = 600;

const cut = (text: string, most: number): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  // Drops the remainder of a character cut in half.
  return `${bytes
    .subarray(0, most - 3)
    .toString()
    .replace(/\uFFFD$/, '')}…`;
};

/** Shortens a text for a list; undefined when empty. */
export const shownText = (text: string | undefined): string | undefined => {
  const shown = cut(plainText(text ?? ''), MAX_TEXT);
  return shown === '' ? undefined : shown;
};

/** Like `shownText`, but on one line. */
export const shownLine = (text: string | undefined): string | undefined => {
  const shown = cut(plainLine(text ?? ''), MAX_LINE);
  return shown === '' ? undefined : shown;
};

/** The title shown for an event without one. */
const NAMELESS = '(no title)';

/** Formats an instant in a time zone: `2026-03-01T10:00:00+01:00`. */
export const formatInZone = (instant: Temporal.Instant, timeZone: string): string =>
  instant.toZonedDateTimeISO(timeZone).toString({ timeZoneName: 'never', smallestUnit: 'second' });

/** Converts days to a range with the instants at which they begin and end in a time zone. */
export const dayRange = (from: string, to: string, timeZone: string): DayRange => {
  const first = Temporal.PlainDate.from(from);
  const last = Temporal.PlainDate.from(to);
  return {
    first,
    last,
    begins: first.toZonedDateTime(timeZone).toInstant(),
    ends: last.add({ days: 1 }).toZonedDateTime(timeZone).toInstant(),
  };
};

/** An event with its sort key. */
export type ListedEvent = { readonly event: CalendarEvent; readonly at: number };

const listed = (
  { component, start, end, recurrence }: Occurrence,
  calendarName: string,
  timeZone: string,
): ListedEvent => {
  const uid = shownLine(textOf(component, 'uid')) ?? 'unknown';
  const location = shownLine(textOf(component, 'location'));
  const description = shownText(textOf(component, 'description'));
  const isDays = end instanceof Temporal.PlainDate;
  const day = start.wall.toPlainDate();
  const begins = isDays ? day.toZonedDateTime(timeZone).toInstant() : instantOf(start);
  const moved =
    recurrence === undefined
      ? ''
      : `#${recurrence.isDay ? recurrence.wall.toPlainDate().toString() : instantOf(recurrence).toString()}`;
  return {
    at: begins.epochMilliseconds,
    event: {
      id: `${uid}${moved}`,
      title: shownLine(textOf(component, 'summary')) ?? NAMELESS,
      start: isDays ? day.toString() : formatInZone(begins, timeZone),
      end: isDays ? end.subtract({ days: 1 }).toString() : formatInZone(end, timeZone),
      ...(location === undefined ? {} : { location }),
      ...(description === undefined ? {} : { description }),
      calendarName,
      allDay: isDays,
    },
  };
};

/** Groups the components of a calendar object by the event or task they belong to. */
export const byUid = (calendar: Component, name: 'vevent' | 'vtodo'): readonly (readonly Component[])[] => {
  const groups = new Map<string, Component[]>();
  for (const component of calendar.components.filter((part) => part.name === name)) {
    const uid = textOf(component, 'uid') ?? '';
    const group = groups.get(uid);
    if (group === undefined) groups.set(uid, [component]);
    else group.push(component);
  }
  return [...groups.values()];
};

type Read<Item> = { readonly items: readonly Item[]; readonly skipped: number };

/** Reads objects one by one, yielding to the event loop. Counts the unreadable ones. */
export const readEach = async <Item>(
  texts: readonly string[],
  signal: AbortSignal,
  read: (calendar: Component) => readonly Item[],
): Promise<Read<Item>> => {
  const slice = beginTimeSlice();
  const items: Item[] = [];
  let skipped = 0;
  for (const text of texts) {
    if (slice.isOver()) await slice.yield();
    signal.throwIfAborted();
    try {
      for (const item of read(parseICalendar(text))) items.push(item);
    } catch {
      skipped += 1;
    }
  }
  return { items, skipped };
};

/** Reads the events that overlap a range. */
export const readEvents = (
  texts: readonly string[],
  options: {
    readonly range: DayRange;
    readonly calendarName: string;
    readonly timeZone: string;
    readonly signal: AbortSignal;
  },
): Promise<Read<ListedEvent>> => {
  const { range, calendarName, timeZone, signal } = options;
  const local = zoneOf(timeZone);
  return readEach(texts, signal, (calendar) => {
    const reader = { zones: zonesIn(calendar), local };
    return byUid(calendar, 'vevent').flatMap((components) =>
      expandEvent(components, range, reader).map((occurrence) => listed(occurrence, calendarName, timeZone)),
    );
  });
};
