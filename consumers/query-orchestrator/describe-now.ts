/** An instant as it is written for a model: "Monday, 23 November 2026 at 10:05 (Europe/Berlin)". */
export const describeNow = (instant: string, timeZone: string): string => {
  const said = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant));
  return `${said} (${timeZone})`;
};
