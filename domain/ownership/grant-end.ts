const MINUTE_MS = 60_000;

/** The end of a break-glass grant recorded at an instant: ISO 8601 UTC, by the clock of the log. */
export const grantEnd = (recordedAt: string, minutes: number): string =>
  new Date(Date.parse(recordedAt) + minutes * MINUTE_MS).toISOString();
