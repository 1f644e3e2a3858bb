import type { Calendars } from '../../../ports/calendars.ts';

/** What the calendar and task tools work with. */
export type CalendarToolServices = {
  /** Absent where no calendar server is set up. */
  readonly calendars?: Calendars | undefined;
  /** Whether that server is on the premises. */
  readonly onPremises: boolean;
};
