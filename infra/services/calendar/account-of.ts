import { addressOfUser } from '../accounts/fill-in-user.ts';
import { openAccount } from '../accounts/open-account.ts';
import type { Login } from '../accounts/users-file.ts';
import type { CalendarConfiguration } from './calendar-configuration.ts';

/** Where a person's calendars are, and by whose account they are opened. */
export type CalendarAccount = {
  readonly home: URL;
  readonly login?: Login;
  /** Whether the account is the person's own: that it is refused says nothing of the others. */
  readonly isOwn: boolean;
};

/** The name of calendar accounts, and the file of personal ones. */
export const calendarAccounts = {
  variable: 'CALDAV_USERS_FILE',
  component: 'calendar',
  title: 'calendar account',
} as const;

/**
 * The account for a person, with the address of their calendars, which contains its name. Rejects as `openAccount` does.
 */
export const accountOf = async (
  configuration: CalendarConfiguration,
  user: string,
): Promise<CalendarAccount> => {
  const { name, ...account } = await openAccount(configuration, user, calendarAccounts);
  return { ...account, home: addressOfUser(configuration.home, name) };
};
