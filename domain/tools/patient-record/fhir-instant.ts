const partial = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

/**
 * Converts a FHIR date or time to milliseconds since 1970, which makes different time zones comparable. A year, month
 * or day alone counts as its beginning in UTC, so that a time on the same day sorts after it.
 */
export const instantOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const at = Date.parse(partial.test(text) ? `${text.padEnd(10, '-01')}T00:00:00Z` : text);
  return Number.isFinite(at) ? at : undefined;
};
