import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import type { Temporal } from 'temporal-polyfill';
import { Failure } from '../../../domain/kernel/failure.ts';
import type { Calendars, EventDraft, Found, TaskDraft } from '../../../ports/calendars.ts';
import type { Clock } from '../../../ports/clock.ts';
import { upstreamStatusOf } from '../../resilience/upstream-status-of.ts';
import { accountOf, type CalendarAccount } from './account-of.ts';
import type { AskCalendars } from './ask-calendars.ts';
import type { CalendarConfiguration } from './calendar-configuration.ts';
import { calendarFailure } from './calendar-failure.ts';
import { fetchObjects, type UtcRange } from './fetch-objects.ts';
import {
  type CalendarCollection,
  type ComponentKind,
  calendarsToRead,
  calendarToWrite,
  listCalendars,
} from './list-calendars.ts';
import { parseICalendar, textOf } from './parse-icalendar.ts';
import { dayRange, readEvents } from './read-events.ts';
import { readTasks } from './read-tasks.ts';
import { eventObject, taskObject } from './write-icalendar.ts';

type CalendarServices = {
  readonly configuration: CalendarConfiguration;
  readonly ask: AskCalendars;
  readonly clock: Pick<Clock, 'now'>;
};

/** Calendars of one person that are read at once: servers answer one person in turn anyway. */
const AT_ONCE = 4;

/** Calendars of one person that are read: their own, and those of wards and rooms that are shared with them. */
const MAX_CALENDARS = 200;

/** The same for the same call, whatever crashes; nothing of the key can be read from it. */
const uidOf = (key: string): string =>
  `anamnesis-${createHash('sha256').update(key).digest('hex').slice(0, 40)}`;

/** `20260301T000000Z` */
const compact = (instant: Temporal.Instant): string =>
  instant.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');

/** Whether the server said that there is nothing there for the person. */
const isClosed = (error: unknown): boolean => [403, 404].includes(upstreamStatusOf(error) ?? 0);

const objectIn = ({ url }: CalendarCollection, uid: string): URL => new URL(`${uid}.ics`, url);

type Asked = { readonly account: CalendarAccount; readonly signal: AbortSignal };

/** The calendars of people on a CalDAV server. */
export const createCalendars = ({ configuration, ask, clock }: CalendarServices): Calendars => {
  const { timeZone } = configuration;

  const askedFor = async (user: string, signal: AbortSignal): Promise<Asked> => ({
    account: await accountOf(configuration, user),
    signal,
  });

  /** Reads each of some calendars. */
  const readAll = async <Item>(
    { account, signal }: Asked,
    kind: ComponentKind,
    name: string | undefined,
    range: UtcRange | undefined,
    read: (
      texts: readonly string[],
      calendar: CalendarCollection,
    ) => Promise<{ readonly items: readonly Item[]; readonly skipped: number }>,
  ): Promise<{ readonly items: readonly Item[]; readonly skipped: number }> => {
    const calendars = calendarsToRead(await listCalendars(ask, account, signal), kind, name);
    const readable = calendars.slice(0, MAX_CALENDARS);
    const limit = pLimit(AT_ONCE);
    const parts = await Promise.all(
      readable.map((calendar) =>
        limit(async () => {
          try {
            const { texts, skipped } = await fetchObjects({ ask, account, calendar, signal }, kind, range);
            const found = await read(texts, calendar);
            return { items: found.items, skipped: found.skipped + skipped };
          } catch (error) {
            // One of several that is no longer shared does not hide the others.
            if (readable.length > 1 && isClosed(error)) return { items: [], skipped: 1 };
            throw error;
          }
        }),
      ),
    );
    return {
      items: parts.flatMap(({ items }) => items),
      skipped: parts.reduce((sum, { skipped }) => sum + skipped, calendars.length - readable.length),
    };
  };

  const firstOf = <Item>(items: readonly Item[], skipped: number, limit: number): Found<Item> => ({
    items: items.slice(0, limit),
    total: items.length,
    skipped,
  });

  /** Reads back what was written; undefined where that cannot be done now. */
  const readBack = async (url: URL, { account, signal }: Asked): Promise<string | undefined> => {
    try {
      const { body } = await ask({ method: 'GET', url, account, signal });
      return Buffer.from(body).toString();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Failure && error.reason.code === 'not_found') throw error;
      return undefined;
    }
  };

  const uidIn = (text: string): string | undefined => {
    try {
      const part = parseICalendar(text).components.find(({ name }) => name !== 'vtimezone');
      return part && textOf(part, 'uid');
    } catch {
      return undefined;
    }
  };

  /**
   * What the same call has put into another calendar, when that was the default or had the name. Asked for by the name of
   * the object, in all calendars that may be written to.
   */
  const putBefore = async (
    { account, signal }: Asked,
    calendars: readonly CalendarCollection[],
    uid: string,
  ): Promise<{ readonly text: string; readonly calendar: CalendarCollection } | undefined> => {
    const limit = pLimit(AT_ONCE);
    const found = await Promise.all(
      calendars.slice(0, MAX_CALENDARS).map((calendar) =>
        limit(async () => {
          try {
            const { body } = await ask({ method: 'GET', url: objectIn(calendar, uid), account, signal });
            const text = Buffer.from(body).toString();
            return uidIn(text) === uid ? { text, calendar } : undefined;
          } catch (error) {
            if (isClosed(error)) return undefined;
            throw error;
          }
        }),
      ),
    );
    return found.find((one) => one !== undefined);
  };

  /**
   * Puts an object where there is none yet, under a name made of its UID: what is there already was put there by the same
   * call, in an attempt whose answer got lost. Gives the text as the server has it.
   */
  const putOnce = async (
    asked: Asked,
    calendar: CalendarCollection,
    uid: string,
    text: string,
    screened: readonly string[],
  ): Promise<string> => {
    const url = objectIn(calendar, uid);
    const { account, signal } = asked;
    try {
      await ask({
        method: 'PUT',
        url,
        headers: { 'if-none-match': '*', 'content-type': 'text/calendar; charset=utf-8' },
        body: text,
        screened,
        account,
        signal,
      });
    } catch (error) {
      if (upstreamStatusOf(error) !== 412) throw unknownWhereUnanswered(error);
      const stored = await readBack(url, asked);
      if (stored !== undefined && uidIn(stored) !== uid) throw error;
      return stored ?? text;
    }
    return (await readBack(url, asked)) ?? text;
  };

  /** What was sent and not answered may have arrived. */
  const unknownWhereUnanswered = (error: unknown): unknown => {
    if (!(error instanceof Failure) || upstreamStatusOf(error) !== undefined) return error;
    const { code, details } = error.reason;
    if (!['timeout', 'unavailable'].includes(code) || details?.refused !== undefined) return error;
    return new Failure({ ...error.reason, details: { ...details, outcome: 'unknown' } }, { cause: error });
  };

  /** Writes an object once, into the calendar of a name. */
  const writeOnce = async (
    asked: Asked,
    kind: ComponentKind,
    name: string,
    uid: string,
    object: string,
    screened: readonly string[],
  ): Promise<{ readonly text: string; readonly calendar: CalendarCollection }> => {
    const all = await listCalendars(ask, asked.account, asked.signal);
    const calendar = calendarToWrite(all, kind, name);
    const others = all.filter((one) => one !== calendar && one.isWritable && one.holds.includes(kind));
    const before = await putBefore(asked, others, uid);
    return before ?? { text: await putOnce(asked, calendar, uid, object, screened), calendar };
  };

  const unreadable = (): Failure =>
    calendarFailure('external_api_error', 'The calendar server returned something else than was written.');

  const textsOf = (draft: EventDraft | TaskDraft): readonly string[] => [
    draft.title,
    ...[draft.description, 'location' in draft ? draft.location : undefined].filter(
      (text) => text !== undefined,
    ),
  ];

  return {
    timeZone,
    findEvents: async ({ user, from, to, calendarName, limit, signal }) => {
      const asked = await askedFor(user, signal);
      const range = dayRange(from, to, timeZone);
      // A day more at both ends: servers differ in what they take times without a zone for.
      const asUtc = {
        start: compact(range.begins.subtract({ hours: 24 })),
        end: compact(range.ends.add({ hours: 24 })),
      };
      const { items, skipped } = await readAll(asked, 'VEVENT', calendarName, asUtc, (texts, { name }) =>
        readEvents(texts, { range, calendarName: name, timeZone, signal }),
      );
      const sorted = [...items].sort(
        (one, other) =>
          one.at - other.at ||
          Number(other.event.allDay) - Number(one.event.allDay) ||
          one.event.title.localeCompare(other.event.title, 'en') ||
          (one.event.id < other.event.id ? -1 : 1),
      );
      return firstOf(
        sorted.map(({ event }) => event),
        skipped,
        limit,
      );
    },
    createEvent: async ({ user, key, draft, calendarName, signal }) => {
      const asked = await askedFor(user, signal);
      const uid = uidOf(key);
      const object = eventObject(draft, uid, clock.now(), timeZone);
      const { text, calendar } = await writeOnce(asked, 'VEVENT', calendarName, uid, object, textsOf(draft));
      const range = dayRange('0001-01-01', '9999-12-30', timeZone);
      const { items } = await readEvents([text], { range, calendarName: calendar.name, timeZone, signal });
      const [found] = items;
      if (found === undefined) throw unreadable();
      return found.event;
    },
    findTasks: async ({ user, status, dueBy, listName, limit, signal }) => {
      const asked = await askedFor(user, signal);
      const { items, skipped } = await readAll(asked, 'VTODO', listName, undefined, (texts, { name }) =>
        readTasks(texts, { listName: name, timeZone, signal }),
      );
      const isWanted = (of: string): boolean =>
        status === 'all' || (status === 'completed') === (of === 'completed' || of === 'cancelled');
      const sorted = items
        .filter(({ task }) => isWanted(task.status))
        .filter(({ dueDay }) => dueBy === undefined || (dueDay !== undefined && dueDay <= dueBy))
        .sort(
          (one, other) =>
            (one.at === other.at ? 0 : one.at - other.at) ||
            (one.task.priority ?? 10) - (other.task.priority ?? 10) ||
            one.task.title.localeCompare(other.task.title, 'en') ||
            (one.task.id < other.task.id ? -1 : 1),
        );
      return firstOf(
        sorted.map(({ task }) => task),
        skipped,
        limit,
      );
    },
    createTask: async ({ user, key, draft, listName, signal }) => {
      const asked = await askedFor(user, signal);
      const uid = uidOf(key);
      const object = taskObject(draft, uid, clock.now(), timeZone);
      const { text, calendar } = await writeOnce(asked, 'VTODO', listName, uid, object, textsOf(draft));
      const { items } = await readTasks([text], { listName: calendar.name, timeZone, signal });
      const [found] = items;
      if (found === undefined) throw unreadable();
      return found.task;
    },
  };
};
