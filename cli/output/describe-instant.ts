/** Formats an instant to the second, for tables; `--json` has the milliseconds. */
export const describeInstant = (instant: string): string => instant.replace(/\.\d+(?=Z$)/, '');
