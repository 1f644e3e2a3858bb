import type { Calendars } from '../../../ports/calendars.ts';

/** The services of the calendar and task tools. */
export type CalendarToolServices = {
  /** Absent when no calendar server is configured. */
  readonly calendars?: Calendars | undefined;
  /** Whether that server is on the premises. */
  readonly onPremises: boolean;
};
