import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isWithinFolder } from '../../domain/kernel/is-within-folder.ts';
import { isThere } from '../../infra/installation/disk/is-there.ts';
import {
  loadMasterKey,
  MASTER_KEY_FILE,
  masterKeyPath,
  rewrapMasterKey,
} from '../../infra/storage/key-vault/master-key.ts';
import { masterKeyFingerprint } from '../../infra/storage/key-vault/master-key-mark.ts';
import { masterKeyPlaceOf } from '../../infra/storage/key-vault/master-key-place.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { misuse, Refusal } from '../refusal.ts';

/** A file, or the key service, which wraps the file that holds the key. */
export type NewKeyPlace = { readonly file: string } | 'service';

export type MovedMasterKey = {
  /** The file that holds it now. */
  readonly file: string;
  readonly wrapped: boolean;
  readonly fingerprint: string;
  /** What is left to do, in this order. */
  readonly steps: readonly string[];
};

/** A file that the key can be put into: in a folder that is there, and apart from the data that it opens. */
const newPlace = async (to: string, dataDir: string): Promise<string> => {
  const path = resolve(to);
  const folder = await realpath(dirname(path)).catch(() => undefined);
  if (folder === undefined)
    throw misuse(`The folder ${dirname(path)} is not there.`, 'Make it, or name a file in another one.');
  if (isWithinFolder(await realpath(dataDir), join(folder, basename(path)), sep))
    throw misuse(
      `${path} lies within the data directory, whose data the key opens.`,
      'Name a file outside of it.',
    );
  if (
    await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    )
  )
    throw misuse(`${path} is a folder.`, 'Name a file in it, such as master.key.');
  return path;
};

/**
 * Puts the master key into another place, or under the key service that is configured. It stays the same key, and where it
 * was stays readable: a running server goes on.
 *
 * @throws Refusal where there is no data directory, or nothing can be put into the new place; Failure as `loadMasterKey`
 */
export const moveMasterKey = async (
  configuration: Configuration,
  to: NewKeyPlace,
): Promise<MovedMasterKey> => {
  const dataDir = resolve(configuration.dataDir);
  const keys = join(dataDir, 'keys');
  if (!(await isThere(keys)))
    throw new Refusal(`There is no data directory at ${dataDir}.`, {
      hint: 'Set DATA_DIR to that of the server.',
    });
  const place = masterKeyPlaceOf(configuration, keys);
  const service = to === 'service' ? place.service : undefined;
  if (to === 'service' && service === undefined)
    throw misuse(
      'There is no key service to wrap the key.',
      'Set KEY_SERVICE_URL and KEY_SERVICE_TOKEN_FILE.',
    );
  const key = await loadMasterKey({ ...place, mayMake: false });
  const from = place.configured === undefined ? masterKeyPath(place) : undefined;
  const file = to === 'service' ? masterKeyPath(place) : await newPlace(to.file, dataDir);
  await rewrapMasterKey(key, file, service);
  return {
    file,
    wrapped: to === 'service',
    fingerprint: masterKeyFingerprint(key),
    steps: [
      ...(file === join(keys, MASTER_KEY_FILE) ? [] : [`set MASTER_KEY_FILE=${file}`]),
      ...(from === undefined ? ['unset MASTER_KEY'] : []),
      'start the server again',
      ...(from === undefined || from === file ? [] : [`remove ${from}`]),
    ],
  };
};
