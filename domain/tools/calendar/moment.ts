import { z } from 'zod';

/** An instant, or a time on the clock of a place, or a day, as people and models write it. */
export type Moment = {
  /** `2026-03-01` */
  readonly date: string;
  /** `14:30:00`; absent: the whole day. */
  readonly time?: string;
  /** `Z` or `+01:00`; absent: by the clock of the calendar's time zone. */
  readonly offset?: string;
};

const PARTS =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?$/;

/** Reads an ISO 8601 date, or date and time; undefined for what is none, such as the 30th of February. */
export const readMoment = (text: string): Moment | undefined => {
  const [, date, hour, minute, second, offset] = PARTS.exec(text) ?? [];
  if (date === undefined || !z.iso.date().safeParse(date).success) return undefined;
  if (hour === undefined || minute === undefined) return { date };
  return {
    date,
    time: `${hour}:${minute}:${second ?? '00'}`,
    ...(offset === undefined
      ? {}
      : { offset: offset === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}` }),
  };
};

/** Milliseconds on one scale for two moments that both have an offset, or both have none. */
export const orderOf = ({ date, time = '00:00:00', offset = 'Z' }: Moment): number =>
  Date.parse(`${date}T${time}${offset}`);
