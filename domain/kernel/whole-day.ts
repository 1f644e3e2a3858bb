const DAY_MS = 24 * 60 * 60 * 1000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** 9999-12-31T23:59:59.999Z. */
const LAST_INSTANT = 253_402_300_799_999;

/**
 * An instant in the form of the log, clamped to 1970 or later: nothing was recorded before, and databases have no year
 * 0.
 */
const written = (milliseconds: number): string | undefined =>
  Number.isNaN(milliseconds)
    ? undefined
    : new Date(Math.min(Math.max(milliseconds, 0), LAST_INSTANT)).toISOString();

/**
 * The first instant of an ISO 8601 text, in the form of the log, so that comparing text compares time. A date without a
 * time means the whole day (UTC) and gives its beginning. Returns undefined for any other text.
 */
export const firstInstantOf = (text: string): string | undefined => written(Date.parse(text));

/** The last instant of an ISO 8601 text; for a date without a time, the end of that day. */
export const lastInstantOf = (text: string): string | undefined =>
  written(DAY.test(text) ? Date.parse(text) + DAY_MS - 1 : Date.parse(text));

/** The instant just before an ISO 8601 text. */
export const instantBefore = (text: string): string | undefined => written(Date.parse(text) - 1);
