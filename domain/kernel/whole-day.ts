const DAY_MS = 24 * 60 * 60 * 1000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** 9999-12-31T23:59:59.999Z. */
const LAST_INSTANT = 253_402_300_799_999;

/** In the one form in which the log writes instants; nothing was recorded before 1970, and databases know no year 0. */
const written = (milliseconds: number): string | undefined =>
  Number.isNaN(milliseconds)
    ? undefined
    : new Date(Math.min(Math.max(milliseconds, 0), LAST_INSTANT)).toISOString();

/**
 * The first instant that an ISO 8601 text stands for: of a date without a time, which means the whole day (UTC), its
 * beginning. As the log writes instants, so that comparing text compares time; `undefined` for what is no such text.
 */
export const firstInstantOf = (text: string): string | undefined => written(Date.parse(text));

/** The last instant that it stands for: of a date without a time the end of that day. */
export const lastInstantOf = (text: string): string | undefined =>
  written(DAY.test(text) ? Date.parse(text) + DAY_MS - 1 : Date.parse(text));

/** The instant before all that it stands for. */
export const instantBefore = (text: string): string | undefined => written(Date.parse(text) - 1);
