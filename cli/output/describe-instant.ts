/** An instant to the second, as a table shows it; `--json` has the milliseconds. */
export const describeInstant = (instant: string): string => instant.replace(/\.\d+(?=Z$)/, '');
