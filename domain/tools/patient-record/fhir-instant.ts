const partial = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

/**
 * When a date or time of FHIR is, in milliseconds since 1970: two of different time zones are compared by it. A year, a
 * month or a day alone counts as its beginning in UTC, so that a time on the same day is the later one.
 */
export const instantOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const at = Date.parse(partial.test(text) ? `${text.padEnd(10, '-01')}T00:00:00Z` : text);
  return Number.isFinite(at) ? at : undefined;
};
