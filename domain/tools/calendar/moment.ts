import { z } from 'zod';

/** A date or time as people and models write it: an instant, a local time, or a whole day. */
export type Moment = {
  /** `2026-03-01` */
  readonly date: string;
  /** `14:30:00`; absent: the whole day. */
  readonly time?: string;
  /** `Z` or `+01:00`; if absent, the time is in the calendar's time zone. */
  readonly offset?: string;
};

const PARTS =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?$/;

/** Reads an ISO 8601 date, with or without a time; undefined for invalid ones, such as 30 February. */
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

/** Orders moments, in milliseconds. Comparable only if both have an offset or both have none. */
export const orderOf = ({ date, time = '00:00:00', offset = 'Z' }: Moment): number =>
  Date.parse(`${date}T${time}${offset}`);
