import { z } from 'zod';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import { calendarsOf, calendarTerms } from './calendar-terms.ts';
import type { CalendarToolServices } from './calendar-tool-services.ts';

/** The most days of a range: a leap year. */
const MAX_DAYS = 366;
const DAY_MS = 24 * 60 * 60 * 1000;

const day = z.iso.date({ error: 'must be a date, such as 2024-01-15', abort: true });

const argumentsSchema = z
  .strictObject({
    start_date: day.describe('First day, as YYYY-MM-DD'),
    end_date: day.describe('Last day (inclusive), as YYYY-MM-DD; at most a year after the first'),
    calendar_name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .nullish()
      .describe('Only the calendar with this name; all calendars by default'),
    max_results: z
      .int()
      .min(1)
      .max(100)
      .nullish()
      .default(50)
      .describe('Maximum number of events to return, from 1 to 100'),
  })
  .refine(({ start_date, end_date }) => start_date <= end_date, {
    path: ['end_date'],
    error: 'must not be before start_date',
    abort: true,
  })
  .refine(({ start_date, end_date }) => Date.parse(end_date) - Date.parse(start_date) <= MAX_DAYS * DAY_MS, {
    path: ['end_date'],
    error: 'must be at most a year after start_date',
  });

const resultSchema = z.strictObject({
  events: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      start: z
        .string()
        .describe("ISO 8601 with the offset of the calendar's time zone; for all-day events the first day"),
      end: z.string().describe('Likewise; for all-day events the last day'),
      location: z.string().nullable(),
      description: z.string().nullable(),
      calendar_name: z.string(),
      all_day: z.boolean(),
    }),
  ),
  total_count: z.int().describe('Number of events in the range, including those not returned'),
  date_range: z.string(),
  skipped_count: z
    .int()
    .optional()
    .describe(
      'Number of stored events or whole calendars that could not be read, if any; they may be missing from the list',
    ),
});

/** `get_calendar_events` (tools, "Tool 1"). */
export const getCalendarEvents = (services: CalendarToolServices): RegisteredTool =>
  defineTool({
    name: 'get_calendar_events',
    category: 'calendar',
    description:
      "Lists the events in the user's calendars that take place in a range of days, earliest first. Each occurrence of a repeating event is listed. skipped_count is the number of stored events or calendars that could not be read.",
    arguments: argumentsSchema,
    result: resultSchema,
    ...calendarTerms(services),
    requiresConfirmation: false,
    riskLevel: 'low',
    handler: async ({ start_date, end_date, calendar_name, max_results }, { user, signal, phi }) => {
      // Appointments concern patients, whether or not one is recognized.
      phi();
      const { items, total, skipped } = await calendarsOf(services).findEvents({
        user,
        from: start_date,
        to: end_date,
        calendarName: calendar_name ?? undefined,
        limit: max_results ?? 50,
        signal,
      });
      return {
        events: items.map(({ calendarName, allDay, location, description, ...event }) => ({
          ...event,
          location: location ?? null,
          description: description ?? null,
          calendar_name: calendarName,
          all_day: allDay,
        })),
        total_count: total,
        date_range: `${start_date} to ${end_date}`,
        ...(skipped === 0 ? {} : { skipped_count: skipped }),
      };
    },
  });
