import { join } from 'node:path';
import {
  dataDirectoryFailure,
  openDataDirectory,
} from '../../infra/installation/data-directory/open-data-directory.ts';
import { isThere } from '../../infra/installation/disk/is-there.ts';
import { makeAdminToken } from '../../infra/services/auth/admin-token-file.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { misuse, Refusal } from '../refusal.ts';

/**
 * Creates a new admin token. The previous one stops working, also on a running server.
 *
 * @param show displays the token; without it, the token is written to a file
 * @returns the file that the token was written to, if any
 * @throws Refusal when there is no data directory, or the configuration sets the token
 */
export const resetAdminToken = async (
  { dataDir, adminToken }: Configuration,
  show: ((token: string) => Promise<void>) | undefined,
): Promise<string | undefined> => {
  if (adminToken !== undefined)
    throw misuse(
      'ADMIN_TOKEN is set and would replace the new token at the next start.',
      'Change ADMIN_TOKEN itself and restart the server, or unset it first.',
    );
  if (!(await isThere(join(dataDir, 'keys'))))
    throw new Refusal(`There is no data directory at ${dataDir}.`, {
      hint: 'Set DATA_DIR to the data directory of the server. The first start creates it, with its token.',
    });
  const dataDirectory = await openDataDirectory(dataDir);
  const { file } = await makeAdminToken(dataDirectory, show).catch((error: unknown) => {
    throw dataDirectoryFailure(dataDir, error);
  });
  return file;
};
