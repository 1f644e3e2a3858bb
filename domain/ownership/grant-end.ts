const MINUTE_MS = 60_000;

/** When a break-glass grant ends that was recorded at an instant: ISO 8601 UTC, by the clock of the log. */
export const grantEnd = (recordedAt: string, minutes: number): string =>
  new Date(Date.parse(recordedAt) + minutes * MINUTE_MS).toISOString();
