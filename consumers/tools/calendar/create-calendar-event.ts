import { z } from 'zod';
import { orderOf, readMoment } from '../../../domain/tools/calendar/moment.ts';
import { plainLine, plainText } from '../../../domain/tools/calendar/plain-text.ts';
import { confirmationText } from '../../../domain/tools/confirmation-text.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import { calendarsOf, calendarTerms } from './calendar-terms.ts';
import type { CalendarToolServices } from './calendar-tool-services.ts';

/** The most days of one event; a longer one is a typing error in the year. */
const MAX_DAYS = 366;
const DAY_MS = 24 * 60 * 60 * 1000;

const line = (most: number) => z.string().max(most).transform(plainLine);
const moment = z
  .string()
  .max(40)
  .refine((text) => readMoment(text) !== undefined, {
    error: 'must be an ISO 8601 date and time, such as 2024-01-15T14:00:00+01:00',
    abort: true,
  });

type Times = { readonly start_datetime: string; readonly end_datetime: string; readonly all_day: boolean };

/** Describes what is wrong with the times of an event; undefined when they are valid. */
const problemOf = ({ start_datetime, end_datetime, all_day }: Times): [keyof Times, string] | undefined => {
  const start = readMoment(start_datetime);
  const end = readMoment(end_datetime);
  if (start === undefined || end === undefined) return undefined;
  if (!all_day && start.time === undefined)
    return ['start_datetime', 'must have a time, unless all_day is true'];
  if (!all_day && end.time === undefined) return ['end_datetime', 'must have a time, unless all_day is true'];
  if (!all_day && (start.offset === undefined) !== (end.offset === undefined))
    return ['end_datetime', 'must have an offset exactly where start_datetime has one'];
  const length = all_day
    ? orderOf({ date: end.date }) - orderOf({ date: start.date })
    : orderOf(end) - orderOf(start);
  // An event ends after it begins (RFC 5545, section 3.8.2.2); the last day may be the first.
  if (length < 0 || (length === 0 && !all_day)) return ['end_datetime', 'must be after start_datetime'];
  if (length > MAX_DAYS * DAY_MS) return ['end_datetime', 'must be at most a year after start_datetime'];
  return undefined;
};

const argumentsSchema = z
  .strictObject({
    title: line(200).pipe(z.string().min(1)).describe('The title of the event, on one line'),
    start_datetime: moment.describe(
      "ISO 8601 date and time, with an offset or Z; without one it is in the calendar's time zone. A date if all_day is true",
    ),
    end_datetime: moment.describe('Likewise; after the start. For all-day events the last day (inclusive)'),
    location: line(200).nullish().describe('Where it takes place'),
    description: z.string().max(4000).transform(plainText).nullish().describe('Notes on the event'),
    calendar_name: line(100)
      .nullish()
      .prefault('Default')
      .describe("The calendar to write to; 'Default' is the user's default calendar"),
    all_day: z.boolean().default(false).describe('Whether it lasts all day, from the first to the last day'),
  })
  .superRefine((args, context) => {
    const [member, message] = problemOf(args) ?? [];
    if (member !== undefined) context.addIssue({ code: 'custom', path: [member], message });
  });

const resultSchema = z.strictObject({
  event_id: z.string(),
  title: z.string(),
  start: z.string(),
  end: z.string(),
  created: z.boolean(),
  message: z.string(),
});

/** A time for display, with the time zone if it names none. */
const shownTime = (text: string, timeZone: string): string => {
  const { time, offset } = readMoment(text) ?? {};
  return time === undefined || offset !== undefined ? text : `${text} (${timeZone})`;
};

/** `create_calendar_event` (tools, "Tool 2"). */
export const createCalendarEvent = (services: CalendarToolServices): RegisteredTool =>
  defineTool({
    name: 'create_calendar_event',
    category: 'calendar',
    description:
      "Adds an event to one of the user's calendars, after the user has confirmed it. Each call adds one event. Times without an offset are in the calendar's time zone.",
    arguments: argumentsSchema,
    result: resultSchema,
    ...calendarTerms(services),
    requiresConfirmation: true,
    riskLevel: 'medium',
    confirmationPrompt: ({ title, start_datetime, end_datetime, location, ...others }) => {
      const shown = (text: string): string =>
        others.all_day ? text : shownTime(text, services.calendars?.timeZone ?? 'UTC');
      return confirmationText("I'd like to create a calendar event:", {
        Title: title,
        Start: shown(start_datetime),
        End: shown(end_datetime),
        Location: location ?? '(none)',
        Description: others.description ?? undefined,
        Calendar: others.calendar_name ?? 'Default',
        'All day': others.all_day ? true : undefined,
      });
    },
    handler: async (args, { user, idempotencyKey, signal, phi }) => {
      phi();
      const event = await calendarsOf(services).createEvent({
        user,
        key: idempotencyKey,
        draft: {
          title: args.title,
          start: args.start_datetime,
          end: args.end_datetime,
          location: args.location ?? undefined,
          description: args.description ?? undefined,
          allDay: args.all_day,
        },
        calendarName: args.calendar_name ?? 'Default',
        signal,
      });
      return {
        event_id: event.id,
        title: event.title,
        start: event.start,
        end: event.end,
        created: true,
        message: 'Event created successfully',
      };
    },
  });
