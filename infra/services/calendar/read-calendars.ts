import pLimit from 'p-limit';
import type { AskCalendars } from './ask-calendars.ts';
import { type Asked, CONCURRENCY, isClosed, MAX_CALENDARS } from './calendar-access.ts';
import { fetchObjects, type UtcRange } from './fetch-objects.ts';
import {
  type CalendarCollection,
  type ComponentKind,
  calendarsToRead,
  listCalendars,
} from './list-calendars.ts';

type Wanted = {
  readonly kind: ComponentKind;
  /** Only calendars with this name. */
  readonly name?: string | undefined;
  readonly range?: UtcRange | undefined;
};

/** Reads the calendars of an account that match the search. */
export const readCalendars = async <Item>(
  ask: AskCalendars,
  { account, signal }: Asked,
  { kind, name, range }: Wanted,
  read: (
    texts: readonly string[],
    calendar: CalendarCollection,
  ) => Promise<{ readonly items: readonly Item[]; readonly skipped: number }>,
): Promise<{ readonly items: readonly Item[]; readonly skipped: number }> => {
  const calendars = calendarsToRead(await listCalendars(ask, account, signal), kind, name);
  const readable = calendars.slice(0, MAX_CALENDARS);
  const limit = pLimit(CONCURRENCY);
  const parts = await Promise.all(
    readable.map((calendar) =>
      limit(async () => {
        try {
          const { texts, skipped } = await fetchObjects({ ask, account, calendar, signal }, kind, range);
          const found = await read(texts, calendar);
          return { items: found.items, skipped: found.skipped + skipped };
        } catch (error) {
          // A calendar that is no longer shared must not hide the others.
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
