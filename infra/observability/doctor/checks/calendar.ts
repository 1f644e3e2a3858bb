import { type Check, fine, warning } from '../check.ts';

/** Whether the calendar server answers, and takes the account that is set up. Without one nothing is said. */
export const calendarServer = ({
  probeCalendars,
}: {
  /** What is wrong with it, if anything; absent where none is set up. */
  readonly probeCalendars?:
    | ((signal: AbortSignal) => Promise<{ readonly message: string; readonly advice: string } | undefined>)
    | undefined;
}): Check => ({
  name: 'calendar',
  run: async function* (_, signal) {
    if (probeCalendars === undefined) return;
    const wrong = await probeCalendars(signal);
    if (wrong === undefined) yield fine('The calendar server answers.');
    else yield warning(wrong.message, wrong.advice);
  },
});
