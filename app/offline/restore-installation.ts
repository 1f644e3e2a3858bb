import { resolve } from 'node:path';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import {
  type RestoreOptions,
  type RestoreResult,
  restoreBackup,
} from '../../infra/storage/backup/restore-backup.ts';
import { loadMasterKey } from '../../infra/storage/key-vault/master-key.ts';
import { masterKeyPlaceOf } from '../../infra/storage/key-vault/master-key-place.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { startFailure } from '../start-checks/start-failure.ts';
import { backupFoldersOf } from './backup-folders.ts';

export type RestoredInstallation = RestoreResult;

export type RestoreRequest = Pick<
  RestoreOptions,
  'eraseMissing' | 'actorId' | 'logger' | 'onVerified' | 'onProgress' | 'signal'
> & {
  /** The configuration, which names the target database and bucket. */
  readonly configuration: Configuration;
  /** The folder of the backup. */
  readonly folder: string;
  /** The folder of its wrapped keys, if not inside the backup. */
  readonly keys: string | undefined;
  /** The data directory to restore into. */
  readonly dataDir: string;
  /** A file with the master key; by default, the place that the configuration names. */
  readonly masterKeyFile: string | undefined;
  /** Folders of newer backups: everyone erased by then stays erased. */
  readonly erasures: readonly string[];
};

/**
 * The master key: from the given file, which is copied into the data directory, or from the configured place, where it
 * stays. The key service unwraps a wrapped file.
 */
const masterKeyFor = async (
  named: string | undefined,
  configuration: Configuration,
): Promise<Pick<RestoreOptions, 'masterKey'>> => {
  const place = masterKeyPlaceOf(configuration, resolve(configuration.dataDir, 'keys'));
  const { configured, service } = place;
  const file = named === undefined ? place.file : resolve(named);
  if (named !== undefined && service === undefined) return { masterKey: { file: resolve(named) } };
  if (file !== undefined) {
    const key = await loadMasterKey({ ...place, configured: undefined, file, mayMake: false });
    return { masterKey: { configured: Buffer.from(key).toString('hex') } };
  }
  return configured === undefined ? {} : { masterKey: { configured } };
};

/**
 * Restores a backup into an empty data directory, with the embedded or the configured database.
 *
 * @throws Failure as `restoreBackup`, and as a start on the target would
 */
export const restoreInstallation = async ({
  configuration,
  folder,
  keys,
  dataDir,
  masterKeyFile,
  erasures,
  ...request
}: RestoreRequest): Promise<RestoredInstallation> => {
  const { databaseUrl, bucket, database } = configuration;
  const masterKey = await masterKeyFor(masterKeyFile, configuration);
  return restoreBackup({
    ...request,
    ...backupFoldersOf(folder, keys),
    ...masterKey,
    erasures: erasures.map((other) => resolve(other)),
    place: {
      dataDir,
      ...omitUndefined({ bucket }),
      ...(databaseUrl === undefined ? {} : { databaseUrl, times: database.times }),
    },
  }).catch((error: unknown) => {
    throw startFailure(error, { ...configuration, dataDir });
  });
};
