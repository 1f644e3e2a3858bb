import pLimit from 'p-limit';
import { Failure } from '../../../domain/kernel/failure.ts';
import { upstreamStatusOf } from '../../resilience/upstream-status-of.ts';
import type { AskCalendars } from './ask-calendars.ts';
import { type Asked, AT_ONCE, isClosed, MAX_CALENDARS } from './calendar-access.ts';
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

/** A request without an answer may have arrived: its outcome is unknown. */
const unknownWhereUnanswered = (error: unknown): unknown => {
  if (!(error instanceof Failure) || upstreamStatusOf(error) !== undefined) return error;
  const { code, details } = error.reason;
  if (!['timeout', 'unavailable'].includes(code) || details?.refused !== undefined) return error;
  return new Failure({ ...error.reason, details: { ...details, outcome: 'unknown' } }, { cause: error });
};

type CalendarObject = {
  readonly uid: string;
  readonly text: string;
  /** The texts of it that were screened for PHI. */
  readonly screened: readonly string[];
};

type Written = { readonly text: string; readonly calendar: CalendarCollection };

/** Writes an object once, into the calendar of a name, however often the call is repeated. */
type WriteOnce = (
  asked: Asked,
  calendar: { readonly kind: ComponentKind; readonly name: string },
  object: CalendarObject,
) => Promise<Written>;

export const createWriteOnce = (ask: AskCalendars): WriteOnce => {
  /** Reads back a written object; undefined where that fails now. */
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
   * The object that the same call has put into another calendar, which was the default or had the name then. Looks for
   * the name of the object in all other calendars that can be written to.
   */
  const putBefore = async (
    { account, signal }: Asked,
    calendars: readonly CalendarCollection[],
    uid: string,
  ): Promise<Written | undefined> => {
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
   * Puts an object where there is none yet, under a name made of its UID: an existing one was put there by the same call,
   * in an attempt whose answer was lost. Returns the text as the server has it.
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
