/** An event, or one occurrence of a recurring event. Texts are cut to fit a list. */
export type CalendarEvent = {
  /** The UID of the event; for an occurrence, with its original start. */
  readonly id: string;
  readonly title: string;
  /** ISO 8601 with an offset; for all-day events the first and the last day. */
  readonly start: string;
  readonly end: string;
  readonly location?: string;
  readonly description?: string;
  readonly calendarName: string;
  readonly allDay: boolean;
};

export type EventDraft = {
  readonly title: string;
  /** ISO 8601; without an offset in the calendar's time zone. */
  readonly start: string;
  readonly end: string;
  readonly location?: string | undefined;
  readonly description?: string | undefined;
  /** Whether only the days of start and end count, both included. */
  readonly allDay: boolean;
};

export type CalendarTask = {
  readonly id: string;
  readonly title: string;
  /** A day, or ISO 8601 with an offset. */
  readonly due?: string;
  readonly status: 'needs_action' | 'in_process' | 'completed' | 'cancelled';
  /** From 1, the highest, to 9 (RFC 5545, section 3.8.1.9). */
  readonly priority?: number;
  readonly description?: string;
  readonly completed?: string;
  readonly listName: string;
};

export type TaskDraft = {
  readonly title: string;
  /** A day, or ISO 8601 as in an event. */
  readonly due?: string | undefined;
  readonly description?: string | undefined;
  readonly priority?: number | undefined;
};

/** The person acted for, and the deadline. */
type Asked = { readonly user: string; readonly signal: AbortSignal };

/** The first of `total` results, and the number of stored objects that could not be read. */
export type Found<Item> = {
  readonly items: readonly Item[];
  readonly total: number;
  readonly skipped: number;
};

/**
 * The calendars and task lists of people. Each person reaches only their own.
 *
 * Rejects with a Failure: `not_found` for an unknown calendar, with the names of the existing ones; `rule_violated`
 * for an entry that cannot be stored; `external_api_error` with `service` and `upstream_status` when the server
 * refuses or answers incorrectly; `rate_limit_exceeded` and `unavailable`, where trying again may help. Errors
 * contain no text of a user or of the server.
 */
export type Calendars = {
  /** The time zone of times without one (IANA name). */
  readonly timeZone: string;
  /** Events that overlap the days from `from` to `to`, both included, ordered by start. Cancelled ones are omitted. */
  readonly findEvents: (
    request: Asked & {
      readonly from: string;
      readonly to: string;
      readonly calendarName?: string | undefined;
      readonly limit: number;
    },
  ) => Promise<Found<CalendarEvent>>;
  /** Creates one event per key, however often it is called. `Default` is the person's default calendar. */
  readonly createEvent: (
    request: Asked & { readonly key: string; readonly draft: EventDraft; readonly calendarName: string },
  ) => Promise<CalendarEvent>;
  /** Tasks by the day they are due, then by priority. `dueBy` is a day, and included. */
  readonly findTasks: (
    request: Asked & {
      readonly status: 'open' | 'completed' | 'all';
      readonly dueBy?: string | undefined;
      readonly listName?: string | undefined;
      readonly limit: number;
    },
  ) => Promise<Found<CalendarTask>>;
  /** Like `createEvent`. */
  readonly createTask: (
    request: Asked & { readonly key: string; readonly draft: TaskDraft; readonly listName: string },
  ) => Promise<CalendarTask>;
};
