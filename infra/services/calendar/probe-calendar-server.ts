import { Failure } from '../../../domain/kernel/failure.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { CERTIFICATE_ADVICE, isCertificateProblem } from '../../installation/tls/is-certificate-problem.ts';
import { addressOfUser, USER_PLACEHOLDER } from '../accounts/fill-in-user.ts';
import { ownLoginOf } from '../accounts/users-file.ts';
import { sendDav } from '../outside/send-dav.ts';
import { calendarAccounts } from './account-of.ts';
import type { CalendarConfiguration } from './calendar-configuration.ts';

/** Time limit of the probe, in milliseconds. */
const PATIENCE = 5000;
/** Size limit of the response. */
const MAX_BYTES = 64 * 1024;

/** A problem and how to fix it. */
export type CalendarProblem = { readonly message: string; readonly advice: string };

/** Returns the parent of all personal folders, so that the probe touches no person's data. */
const aboveAll = (home: string): URL => {
  const above = new URL(home.slice(0, home.lastIndexOf('/', home.indexOf(USER_PLACEHOLDER)) + 1));
  return above.origin === addressOfUser(home, 'a').origin ? above : new URL('/', above);
};

/**
 * Checks that the calendar server can be reached and accepts the configured account. Changes nothing there.
 * Returns undefined when there is no problem.
 */
export const probeCalendarServer = async (
  { home, login, usersFile, onPremises }: CalendarConfiguration,
  metrics: Metrics,
  signal: AbortSignal,
): Promise<CalendarProblem | undefined> => {
  if (usersFile !== undefined) {
    try {
      await ownLoginOf({ ...calendarAccounts, path: usersFile }, '');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { message: error.reason.message, advice: 'Fix the file that CALDAV_USERS_FILE names.' };
    }
  }
  const isForAll = login !== undefined && !login.username.includes(USER_PLACEHOLDER);
  let status: number;
  try {
    const answer = await sendDav({
      method: 'PROPFIND',
      url: aboveAll(home),
      headers: { depth: '0' },
      ...(isForAll ? { login } : {}),
      screened: [],
      leavesThePremises: !onPremises,
      component: 'calendar',
      maxBytes: MAX_BYTES,
      metrics,
      signal: anySignal([signal, AbortSignal.timeout(PATIENCE)]),
    });
    status = answer.status;
  } catch (error) {
    signal.throwIfAborted();
    if (isCertificateProblem(error))
      return { message: 'The calendar server cannot be asked.', advice: CERTIFICATE_ADVICE };
    return {
      message: 'The calendar server does not respond.',
      advice: 'Check that it is running and that CALDAV_URL is its address.',
    };
  }
  if (status === 401 && isForAll)
    return {
      message: 'The calendar server refuses the account.',
      advice: 'Check CALDAV_USERNAME and CALDAV_PASSWORD.',
    };
  if (status >= 300 && status < 400)
    return {
      message: 'The calendar server redirects to another address, which is not followed.',
      advice: 'Set CALDAV_URL to that address.',
    };
  if (status >= 500)
    return { message: `The calendar server answers with an error (${status}).`, advice: 'Check its log.' };
  // Other statuses are no evidence of a problem, as servers differ in whether the parent folder may be read.
  return undefined;
};
