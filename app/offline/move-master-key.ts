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
import { masterKeyFingerprint } from '../../infra/storage/key-vault/master-key-fingerprint.ts';
import { masterKeyPlaceOf } from '../../infra/storage/key-vault/master-key-place.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { misuse, Refusal } from '../refusal.ts';

/** A file, or the key service, which wraps the key file. */
export type NewKeyPlace = { readonly file: string } | 'service';

export type MovedMasterKey = {
  /** The file that now holds the key. */
  readonly file: string;
  readonly wrapped: boolean;
  readonly fingerprint: string;
  /** The remaining steps, in order. */
  readonly steps: readonly string[];
};

/** Checks that the key can be moved to a file: its folder must exist, outside the data that the key decrypts. */
const newPlace = async (to: string, dataDir: string): Promise<string> => {
  const path = resolve(to);
  const folder = await realpath(dirname(path)).catch(() => undefined);
  if (folder === undefined)
    throw misuse(
      `The folder ${dirname(path)} does not exist.`,
      'Create it, or name a file in another folder.',
    );
  if (isWithinFolder(await realpath(dataDir), join(folder, basename(path)), sep))
    throw misuse(
      `${path} is inside the data directory, whose data the key decrypts.`,
      'Name a file outside it.',
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
 * Copies the master key to another place, or wraps it with the configured key service. The key stays the same, and its old
 * place stays readable, so that a running server is not affected.
 *
 * @throws Refusal when there is no data directory, or the new place cannot be used; Failure as `loadMasterKey`
 */
export const moveMasterKey = async (
  configuration: Configuration,
  to: NewKeyPlace,
): Promise<MovedMasterKey> => {
  const dataDir = resolve(configuration.dataDir);
  const keys = join(dataDir, 'keys');
  if (!(await isThere(keys)))
    throw new Refusal(`There is no data directory at ${dataDir}.`, {
      hint: 'Set DATA_DIR to the data directory of the server.',
    });
  const place = masterKeyPlaceOf(configuration, keys);
  const service = to === 'service' ? place.service : undefined;
  if (to === 'service' && service === undefined)
    throw misuse(
      'There is no key service to wrap the key.',
      'Set KEY_SERVICE_URL, and KEY_SERVICE_TOKEN_FILE for Vault or OpenBao.',
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
      'restart the server',
      ...(from === undefined || from === file ? [] : [`remove ${from}`]),
    ],
  };
};
