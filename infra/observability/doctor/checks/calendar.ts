import { type Check, fine, warning } from '../check.ts';

/** Checks that the calendar server responds and accepts the configured account. No finding without one. */
export const calendarServer = ({
  probeCalendars,
}: {
  /** Returns the problem, if any; absent when no calendar is configured. */
  readonly probeCalendars?:
    | ((signal: AbortSignal) => Promise<{ readonly message: string; readonly advice: string } | undefined>)
    | undefined;
}): Check => ({
  name: 'calendar',
  run: async function* (_, signal) {
    if (probeCalendars === undefined) return;
    const wrong = await probeCalendars(signal);
    if (wrong === undefined) yield fine('The calendar server responds.');
    else yield warning(wrong.message, wrong.advice);
  },
});
