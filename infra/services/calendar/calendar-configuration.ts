import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { accountsProblem } from '../accounts/accounts-problem.ts';
import { addressOfUser } from '../accounts/fill-in-user.ts';
import type { Accounts } from '../accounts/open-account.ts';
import { personalFolderProblem } from '../dav/personal-folder-problem.ts';

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // An offset is not a zone: it has no daylight saving time.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
};

/** Environment variables for people's calendars on a CalDAV server. */
export const calendarEnvironment = {
  CALDAV_URL: z
    .string()
    .max(1000)
    .optional()
    .describe(
      "folder of a person's calendars on a CalDAV server, with `{user}` for the person's id, e.g. `https://cloud.example/remote.php/dav/calendars/{user}/`; enables the calendar and task tools",
    ),
  CALDAV_USERNAME: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[^\p{Cc}:]+$/u, 'must not contain colons or control characters')
    .optional()
    .describe(
      "account that may open everyone's calendars; may contain `{user}` if the server lets it act as them",
    ),
  CALDAV_PASSWORD: z.string().min(1).max(1000).optional().describe('password of CALDAV_USERNAME'),
  CALDAV_USERS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'file (JSON, 0600) with each person\'s account, if no account may open all calendars: `{"<person>": {"username": "…", "password": "…"}}`; read at each call',
    ),
  CALDAV_LOCAL: flag
    .optional()
    .describe(
      'declares whether that server is on the premises, so that entries may contain PHI; default: true for this machine or a private address',
    ),
  CALENDAR_TIME_ZONE: z
    .string()
    .max(64)
    .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin')
    .optional()
    .describe("time zone for days, for times without a zone, and for display; default: the machine's"),
} as const;

type CalendarEnvironment = z.output<z.ZodObject<typeof calendarEnvironment>>;

/** The location of people's calendars, and the accounts that open them. */
export type CalendarConfiguration = Accounts & {
  /** The address of the folder of a person's calendars, with `{user}` in its path. */
  readonly home: string;
  readonly onPremises: boolean;
  readonly timeZone: string;
};

const ofServer = [
  'CALDAV_USERNAME',
  'CALDAV_PASSWORD',
  'CALDAV_USERS_FILE',
  'CALDAV_LOCAL',
] as const satisfies readonly (keyof CalendarEnvironment)[];

/** Chooses the calendar server; undefined without CALDAV_URL. */
export const chooseCalendars = (env: CalendarEnvironment): Choice<CalendarConfiguration | undefined> => {
  const { CALDAV_URL: home, CALDAV_USERNAME: username, CALDAV_PASSWORD: password } = env;
  const { CALDAV_USERS_FILE: usersFile } = env;
  if (home === undefined) {
    const unread = ofServer.find((name) => env[name] !== undefined);
    return unread === undefined
      ? { ok: true, value: undefined }
      : { ok: false, problem: `${unread} has no effect without CALDAV_URL` };
  }
  const accounts = accountsProblem('CALDAV', { username, password, usersFile });
  if (accounts !== undefined) return { ok: false, problem: accounts };
  if (username === undefined && usersFile === undefined)
    return {
      ok: false,
      problem: 'CALDAV_URL needs CALDAV_USERNAME and CALDAV_PASSWORD, or CALDAV_USERS_FILE',
    };
  const problem = personalFolderProblem(home, 'CALDAV', 'calendars');
  if (problem !== undefined) return { ok: false, problem: `CALDAV_URL ${problem}` };
  return {
    ok: true,
    value: {
      home: home.endsWith('/') ? home : `${home}/`,
      onPremises: env.CALDAV_LOCAL ?? isPrivateHost(addressOfUser(home, 'a')),
      timeZone: env.CALENDAR_TIME_ZONE ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...omitUndefined({
        usersFile,
        login: username === undefined || password === undefined ? undefined : { username, password },
      }),
    },
  };
};
