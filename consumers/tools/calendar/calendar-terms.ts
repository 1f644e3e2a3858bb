import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Calendars } from '../../../ports/calendars.ts';
import { sendsTo } from '../sends-to.ts';
import type { CalendarToolServices } from './calendar-tool-services.ts';

const SWITCHED_OFF =
  'No calendar server is set up: an administrator sets CALDAV_URL, and CALDAV_USERNAME and CALDAV_PASSWORD.';

/** The terms that all calendar and task tools have in common (tools, "Rate Limiting" and "PHI Handling Rules"). */
export const calendarTerms = ({ calendars, onPremises }: CalendarToolServices) =>
  ({
    requiresPhi: true,
    rateLimit: 10,
    timeoutSeconds: 30,
    permission: 'tools:call',
    // Reading changes nothing, and each key is written once.
    afterCrash: 'repeat',
    ...sendsTo(calendars && { onPremises }),
    unavailable: calendars === undefined ? SWITCHED_OFF : undefined,
  }) as const;

/** The calendars. A tool is not called without them. */
export const calendarsOf = ({ calendars }: CalendarToolServices): Calendars => {
  if (calendars === undefined) throw new Failure(failure('unavailable', SWITCHED_OFF));
  return calendars;
};
