import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { type Moment, readMoment } from '../../../domain/tools/calendar/moment.ts';
import { plainLine, plainText } from '../../../domain/tools/calendar/plain-text.ts';
import type { EventDraft, TaskDraft } from '../../../ports/calendars.ts';

/** A property in jCal (RFC 7265). */
type Line = readonly [
  name: string,
  parameters: Readonly<Record<string, string>>,
  type: string,
  value: unknown,
];

const invalid = (path: string, message: string): Failure =>
  new Failure(
    failure('validation_error', 'The calendar entry is invalid.', {
      details: { issues: [{ path, message }] },
    }),
  );

const momentOf = (text: string, path: string): Moment => {
  const moment = readMoment(text);
  if (moment === undefined) throw invalid(path, 'must be an ISO 8601 date or time');
  return moment;
};

/** Converts a moment to an instant. Without an offset it is local time, which must exist exactly once. */
const instantOf = (
  { date, time = '00:00:00', offset }: Moment,
  path: string,
  timeZone: string,
): Temporal.Instant => {
  if (offset !== undefined) return Temporal.Instant.from(`${date}T${time}${offset}`);
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`)
      .toZonedDateTime(timeZone, { disambiguation: 'reject' })
      .toInstant();
  } catch {
    throw invalid(
      path,
      `needs an offset, because a clock change in ${timeZone} makes this time ambiguous or skips it`,
    );
  }
};

type TimeValue = { readonly moment: Moment; readonly isDay: boolean };

/** A day, or an instant in UTC, which every program shows in its user's zone. */
const timeLine = (name: string, { moment, isDay }: TimeValue, path: string, timeZone: string): Line =>
  isDay
    ? [name, {}, 'date', moment.date]
    : [name, {}, 'date-time', instantOf(moment, path, timeZone).toString({ smallestUnit: 'second' })];

const optionalLine = (name: string, value: string | undefined): readonly Line[] =>
  value === undefined || value === '' ? [] : [[name, {}, 'text', value]];

const objectOf = (kind: 'vevent' | 'vtodo', uid: string, now: string, lines: readonly Line[]): string =>
  ICAL.stringify([
    'vcalendar',
    [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', '-//Anamnesis//Anamnesis//EN'],
    ],
    [
      [
        kind,
        [['uid', {}, 'text', uid], ['dtstamp', {}, 'date-time', now.replace(/\.\d+Z$/, 'Z')], ...lines],
        [],
      ],
    ],
  ]);

/**
 * Builds the calendar object of an event; `now` is ISO 8601. Throws a `validation_error` that names the
 * invalid field.
 */
export const eventObject = (draft: EventDraft, uid: string, now: string, timeZone: string): string => {
  const start = momentOf(draft.start, 'start_datetime');
  const end = momentOf(draft.end, 'end_datetime');
  // A whole-day event ends on the day after its last day (RFC 5545, section 3.6.1).
  const last = draft.allDay ? Temporal.PlainDate.from(end.date).add({ days: 1 }).toString() : end.date;
  return objectOf('vevent', uid, now, [
    timeLine('dtstart', { moment: start, isDay: draft.allDay }, 'start_datetime', timeZone),
    timeLine('dtend', { moment: { ...end, date: last }, isDay: draft.allDay }, 'end_datetime', timeZone),
    ['summary', {}, 'text', plainLine(draft.title)],
    ...optionalLine('location', draft.location === undefined ? undefined : plainLine(draft.location)),
    ...optionalLine(
      'description',
      draft.description === undefined ? undefined : plainText(draft.description),
    ),
  ]);
};

/** Builds the calendar object of a task. Like `eventObject`. */
export const taskObject = (draft: TaskDraft, uid: string, now: string, timeZone: string): string => {
  const due = draft.due === undefined ? undefined : momentOf(draft.due, 'due');
  return objectOf('vtodo', uid, now, [
    ['summary', {}, 'text', plainLine(draft.title)],
    ['status', {}, 'text', 'NEEDS-ACTION'],
    ...(due === undefined
      ? []
      : [timeLine('due', { moment: due, isDay: due.time === undefined }, 'due', timeZone)]),
    ...(draft.priority === undefined ? [] : [['priority', {}, 'integer', draft.priority] as const]),
    ...optionalLine(
      'description',
      draft.description === undefined ? undefined : plainText(draft.description),
    ),
  ]);
};
