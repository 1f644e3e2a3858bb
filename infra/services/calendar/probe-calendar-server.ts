import { Failure } from '../../../domain/kernel/failure.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { CERTIFICATE_ADVICE, isCertificateProblem } from '../../installation/tls/is-certificate-problem.ts';
import { addressOfUser, USER_PLACEHOLDER } from '../accounts/fill-in-user.ts';
import { ownLoginOf } from '../accounts/users-file.ts';
import { sendDav } from '../outside/send-dav.ts';
import { calendarAccounts } from './account-of.ts';
import type { CalendarConfiguration } from './calendar-configuration.ts';

/** Milliseconds. */
const PATIENCE = 5000;
/** Bytes of what a folder says of itself. */
const MAX_BYTES = 64 * 1024;

/** What is wrong, and what to do about it; undefined where nothing is. */
export type CalendarProblem = { readonly message: string; readonly advice: string };

/** The folder in which those of people are; nothing of a person is asked. */
const aboveAll = (home: string): URL => {
  const above = new URL(home.slice(0, home.lastIndexOf('/', home.indexOf(USER_PLACEHOLDER)) + 1));
  return above.origin === addressOfUser(home, 'a').origin ? above : new URL('/', above);
};

/** Looks whether the calendar server can be reached, and takes the account that is set up. Nothing is changed there. */
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
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    });
    status = answer.status;
  } catch (error) {
    signal.throwIfAborted();
    if (isCertificateProblem(error))
      return { message: 'The calendar server cannot be asked.', advice: CERTIFICATE_ADVICE };
    return {
      message: 'The calendar server does not answer.',
      advice: 'Look whether it runs, and whether CALDAV_URL names it.',
    };
  }
  if (status === 401 && isForAll)
    return {
      message: 'The calendar server refuses the account.',
      advice: 'Check CALDAV_USERNAME and CALDAV_PASSWORD.',
    };
  if (status >= 300 && status < 400)
    return {
      message: 'The calendar server sends to another address, which is not followed.',
      advice: 'Set CALDAV_URL to the address that it sends to.',
    };
  if (status >= 500)
    return { message: `The calendar server answers with an error (${status}).`, advice: 'Look at its log.' };
  // Servers differ in whether the folder above those of people may be looked at.
  return undefined;
};
