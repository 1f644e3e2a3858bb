import { z } from 'zod';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { accountsProblem } from '../accounts/accounts-problem.ts';
import { addressOfUser } from '../accounts/fill-in-user.ts';
import type { Accounts } from '../accounts/open-account.ts';
import { personalFolderProblem } from '../dav/personal-folder-problem.ts';

/** Environment variables for people's files on a WebDAV server. */
export const webdavEnvironment = {
  WEBDAV_URL: z
    .string()
    .max(1000)
    .optional()
    .describe(
      "a person's folder on a WebDAV server such as Nextcloud, with `{user}` for the person's id, e.g. `https://cloud.example/remote.php/dav/files/{user}/`; enables the file tools",
    ),
  WEBDAV_USERNAME: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[^\p{Cc}:]+$/u, 'must not contain colons or control characters')
    .optional()
    .describe(
      "account that may read everyone's folders; may contain `{user}` if the server lets it act as them",
    ),
  WEBDAV_PASSWORD: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('password of WEBDAV_USERNAME, or an app password'),
  WEBDAV_USERS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'file (JSON, 0600) with each person\'s account, for example their app password, if no account may read all folders: `{"<person>": {"username": "…", "password": "…"}}`; `{user}` in the address is then that username; read at each call',
    ),
  WEBDAV_LOCAL: flag
    .optional()
    .describe(
      'declares whether that server is on the premises, so that search terms may contain PHI; default: true for this machine or a private address',
    ),
} as const;

type WebdavEnvironment = z.output<z.ZodObject<typeof webdavEnvironment>>;

/** The location of people's files, and the accounts that read them. */
export type WebdavConfiguration = Accounts & {
  /** The address of a person's folder, with `{user}` in its path. */
  readonly folder: string;
  readonly onPremises: boolean;
};

/** Chooses the file server; undefined without WEBDAV_URL. */
export const chooseWebdav = (env: WebdavEnvironment): Choice<WebdavConfiguration | undefined> => {
  const { WEBDAV_URL: folder, WEBDAV_USERNAME: username, WEBDAV_PASSWORD: password } = env;
  const { WEBDAV_USERS_FILE: usersFile } = env;
  if (folder === undefined)
    return username === undefined && usersFile === undefined && env.WEBDAV_LOCAL === undefined
      ? { ok: true, value: undefined }
      : {
          ok: false,
          problem: 'WEBDAV_USERNAME, WEBDAV_USERS_FILE and WEBDAV_LOCAL have no effect without WEBDAV_URL',
        };
  const accounts = accountsProblem('WEBDAV', { username, password, usersFile });
  if (accounts !== undefined) return { ok: false, problem: accounts };
  const problem = personalFolderProblem(folder, 'WEBDAV', 'files');
  if (problem !== undefined) return { ok: false, problem: `WEBDAV_URL ${problem}` };
  return {
    ok: true,
    value: {
      folder,
      ...(username !== undefined && password !== undefined ? { login: { username, password } } : {}),
      ...(usersFile === undefined ? {} : { usersFile }),
      onPremises: env.WEBDAV_LOCAL ?? isPrivateHost(addressOfUser(folder, 'a')),
    },
  };
};
