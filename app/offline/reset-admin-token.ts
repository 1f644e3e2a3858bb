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
 * Makes a new admin token; the previous one no longer works, on a running server either.
 *
 * @param show displays it; without it, it is written to a file
 * @returns the file, where it was written to one
 * @throws Refusal where there is no data directory, or the configuration fixes the token
 */
export const resetAdminToken = async (
  { dataDir, adminToken }: Configuration,
  show: ((token: string) => Promise<void>) | undefined,
): Promise<string | undefined> => {
  if (adminToken !== undefined)
    throw misuse(
      'ADMIN_TOKEN is set and would replace the new token at the next start.',
      'Change ADMIN_TOKEN itself and start the server again, or unset it first.',
    );
  if (!(await isThere(join(dataDir, 'keys'))))
    throw new Refusal(`There is no data directory at ${dataDir}.`, {
      hint: 'Set DATA_DIR to that of the server. The first start makes one and hands over its token.',
    });
  const dataDirectory = await openDataDirectory(dataDir);
  const { file } = await makeAdminToken(dataDirectory, show).catch((error: unknown) => {
    throw dataDirectoryFailure(dataDir, error);
  });
  return file;
};
