import { Failure, type FailureCode, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { requestedWaitOf } from '../dav/requested-wait-of.ts';
import type { DavAnswer } from '../outside/send-dav.ts';
import type { CalendarAccount } from './account-of.ts';

type AnswerDetails = { readonly status?: number; readonly retryAfter?: number | undefined };

/** Creates a failure of the calendar server. It contains nothing of the server's response. */
export const calendarFailure = (
  code: FailureCode,
  message: string,
  { status, retryAfter }: AnswerDetails = {},
): Failure =>
  new Failure(
    failure(code, message, {
      component: 'calendar',
      details: { service: 'caldav', ...omitUndefined({ upstream_status: status }) },
      ...omitUndefined({ retryAfter }),
    }),
  );

/** Converts an unsuccessful response into a failure. */
export const refusalOfCalendar = (answer: DavAnswer, { isOwn }: Pick<CalendarAccount, 'isOwn'>): Failure => {
  const { status } = answer;
  const details = { status, retryAfter: requestedWaitOf(answer) };
  if (status >= 300 && status < 400)
    return calendarFailure(
      'external_api_error',
      'The calendar server redirects to another address, which is not followed. Check CALDAV_URL.',
      details,
    );
  switch (status) {
    case 401:
      return isOwn
        ? calendarFailure(
            'permission_denied',
            'The calendar server refused your account. Ask an administrator to renew it.',
            details,
          )
        : calendarFailure(
            'external_api_error',
            'The calendar server refused the account. Check CALDAV_USERNAME and CALDAV_PASSWORD.',
            details,
          );
    case 403:
      return calendarFailure('external_api_error', 'The calendar server does not allow this.', details);
    case 404:
      return calendarFailure(
        'not_found',
        'You have no such calendar on the calendar server, or no calendars at all. Some servers create them when you first open the calendar there.',
        details,
      );
    case 412:
      return calendarFailure('conflict', 'The calendar already has an entry with that name.', details);
    case 423:
      return calendarFailure(
        'unavailable',
        'The calendar is locked at the moment. Try again later.',
        details,
      );
    case 429:
      return calendarFailure(
        'rate_limit_exceeded',
        'The calendar server is limiting requests at the moment.',
        details,
      );
    default:
      return calendarFailure(
        'external_api_error',
        `The calendar server answered with an error (${status}).`,
        details,
      );
  }
};
