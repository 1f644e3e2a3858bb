import pLimit from 'p-limit';
import { Failure } from '../../../domain/kernel/failure.ts';
import { upstreamStatusOf } from '../../resilience/upstream-status-of.ts';
import type { AskCalendars } from './ask-calendars.ts';
import { type Asked, CONCURRENCY, isClosed, MAX_CALENDARS } from './calendar-access.ts';
import {
  type CalendarCollection,
  type ComponentKind,
  calendarToWrite,
  listCalendars,
} from './list-calendars.ts';
import { parseICalendar, textOf } from './parse-icalendar.ts';

const objectIn = ({ url }: CalendarCollection, uid: string): URL => new URL(`${uid}.ics`, url);

const uidIn = (text: string): string | undefined => {
  try {
    const part = parseICalendar(text).components.find(({ name }) => name !== 'vtimezone');
    return part && textOf(part, 'uid');
  } catch {
    return undefined;
  }
};

/** Marks the outcome of a request without a response as unknown, as it may have arrived. */
const unknownWhereUnanswered = (error: unknown): unknown => {
  if (!(error instanceof Failure) || upstreamStatusOf(error) !== undefined) return error;
  const { code, details } = error.reason;
  if (!['timeout', 'unavailable'].includes(code) || details?.refused !== undefined) return error;
  return new Failure({ ...error.reason, details: { ...details, outcome: 'unknown' } }, { cause: error });
};

type CalendarObject = {
  readonly uid: string;
  readonly text: string;
  /** The parts of the text to screen for PHI. */
  readonly screened: readonly string[];
};

type Written = { readonly text: string; readonly calendar: CalendarCollection };

/** Writes an object once into the named calendar, however often the call is repeated. */
type WriteOnce = (
  asked: Asked,
  calendar: { readonly kind: ComponentKind; readonly name: string },
  object: CalendarObject,
) => Promise<Written>;

export const createWriteOnce = (ask: AskCalendars): WriteOnce => {
  /** Reads a written object back; undefined when that fails at the moment. */
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

  /**
   * Finds the object if an earlier attempt of the same call put it into another calendar, which was the
   * default or had the name at the time. Checks all other writable calendars for the object's file name.
   */
  const putBefore = async (
    { account, signal }: Asked,
    calendars: readonly CalendarCollection[],
    uid: string,
  ): Promise<Written | undefined> => {
    const limit = pLimit(CONCURRENCY);
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
   * Puts an object unless it exists, under a name made of its UID: an existing one stems from an earlier
   * attempt of the same call whose response was lost. Returns the text as the server stored it.
   */
  const putOnce = async (
    asked: Asked,
    calendar: CalendarCollection,
    { uid, text, screened }: CalendarObject,
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

  return async (asked, { kind, name }, object) => {
    const all = await listCalendars(ask, asked.account, asked.signal);
    const calendar = calendarToWrite(all, kind, name);
    const others = all.filter((one) => one !== calendar && one.isWritable && one.holds.includes(kind));
    const before = await putBefore(asked, others, object.uid);
    return before ?? { text: await putOnce(asked, calendar, object), calendar };
  };
};
