import { addressOfUser } from '../accounts/fill-in-user.ts';
import { openAccount } from '../accounts/open-account.ts';
import type { Login } from '../accounts/users-file.ts';
import type { CalendarConfiguration } from './calendar-configuration.ts';

/** The location of a person's calendars, and the account that opens them. */
export type CalendarAccount = {
  readonly home: URL;
  readonly login?: Login;
  /** True for a personal account, whose refusal says nothing about other accounts. */
  readonly isOwn: boolean;
};

/** Account settings for calendars, as `openAccount` takes them. */
export const calendarAccounts = {
  variable: 'CALDAV_USERS_FILE',
  component: 'calendar',
  title: 'calendar account',
} as const;

/**
 * Returns a person's account with the address of their calendars, which contains the account's name. Rejects
 * like `openAccount`.
 */
export const accountOf = async (
  configuration: CalendarConfiguration,
  user: string,
): Promise<CalendarAccount> => {
  const { name, ...account } = await openAccount(configuration, user, calendarAccounts);
  return { ...account, home: addressOfUser(configuration.home, name) };
};
