import { createHash } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { Failure } from '../../../domain/kernel/failure.ts';
import type { Calendars, EventDraft, Found, TaskDraft } from '../../../ports/calendars.ts';
import type { Clock } from '../../../ports/clock.ts';
import { accountOf } from './account-of.ts';
import type { AskCalendars } from './ask-calendars.ts';
import type { Asked } from './calendar-access.ts';
import type { CalendarConfiguration } from './calendar-configuration.ts';
import { calendarFailure } from './calendar-failure.ts';
import { readCalendars } from './read-calendars.ts';
import { dayRange, readEvents } from './read-events.ts';
import { readTasks } from './read-tasks.ts';
import { eventObject, taskObject } from './write-icalendar.ts';
import { createWriteOnce } from './write-once.ts';

type CalendarServices = {
  readonly configuration: CalendarConfiguration;
  readonly ask: AskCalendars;
  readonly clock: Pick<Clock, 'now'>;
};

/** Derives a UID that is the same for every attempt of a call and reveals nothing about the key. */
const uidOf = (key: string): string =>
  `anamnesis-${createHash('sha256').update(key).digest('hex').slice(0, 40)}`;

/** For example, `20260301T000000Z`. */
const compact = (instant: Temporal.Instant): string =>
  instant.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');

const unreadable = (): Failure =>
  calendarFailure(
    'external_api_error',
    'The calendar server returned a different entry from the one written.',
  );

const textsOf = (draft: EventDraft | TaskDraft): readonly string[] => [
  draft.title,
  ...[draft.description, 'location' in draft ? draft.location : undefined].filter(
    (text) => text !== undefined,
  ),
];

/** Creates access to people's calendars on a CalDAV server. */
export const createCalendars = ({ configuration, ask, clock }: CalendarServices): Calendars => {
  const { timeZone } = configuration;
  const writeOnce = createWriteOnce(ask);

  const askedFor = async (user: string, signal: AbortSignal): Promise<Asked> => ({
    account: await accountOf(configuration, user),
    signal,
  });

  const firstOf = <Item>(items: readonly Item[], skipped: number, limit: number): Found<Item> => ({
    items: items.slice(0, limit),
    total: items.length,
    skipped,
  });

  return {
    timeZone,
    findEvents: async ({ user, from, to, calendarName, limit, signal }) => {
      const asked = await askedFor(user, signal);
      const range = dayRange(from, to, timeZone);
      // One day more at both ends, as servers differ in how they read times without a zone.
      const asUtc = {
        start: compact(range.begins.subtract({ hours: 24 })),
        end: compact(range.ends.add({ hours: 24 })),
      };
      const { items, skipped } = await readCalendars(
        ask,
        asked,
        { kind: 'VEVENT', name: calendarName, range: asUtc },
        (texts, { name }) => readEvents(texts, { range, calendarName: name, timeZone, signal }),
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
      const { text, calendar } = await writeOnce(
        asked,
        { kind: 'VEVENT', name: calendarName },
        { uid, text: eventObject(draft, uid, clock.now(), timeZone), screened: textsOf(draft) },
      );
      const range = dayRange('0001-01-01', '9999-12-30', timeZone);
      const { items } = await readEvents([text], { range, calendarName: calendar.name, timeZone, signal });
      const [found] = items;
      if (found === undefined) throw unreadable();
      return found.event;
    },
    findTasks: async ({ user, status, dueBy, listName, limit, signal }) => {
      const asked = await askedFor(user, signal);
      const { items, skipped } = await readCalendars(
        ask,
        asked,
        { kind: 'VTODO', name: listName },
        (texts, { name }) => readTasks(texts, { listName: name, timeZone, signal }),
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
      const { text, calendar } = await writeOnce(
        asked,
        { kind: 'VTODO', name: listName },
        { uid, text: taskObject(draft, uid, clock.now(), timeZone), screened: textsOf(draft) },
      );
      const { items } = await readTasks([text], { listName: calendar.name, timeZone, signal });
      const [found] = items;
      if (found === undefined) throw unreadable();
      return found.task;
    },
  };
};
