import { join } from 'node:path';
import { allEvents } from '../../../domain/all-events.ts';
import { counted } from '../../../domain/kernel/counted.ts';
import { createEventRegistry } from '../../../domain/kernel/event-registry.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import type { Database } from '../../../ports/database.ts';
import type { Logger } from '../../../ports/logger.ts';
import {
  areOfOneInstallation,
  type MasterKeyMark,
  type WrappedKey,
} from '../../../ports/stored-installation.ts';
import { createIdentitySource } from '../../installation/identity-source.ts';
import { createEventSerializer } from '../event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../event-store/postgres-event-store.ts';
import { openCheckValue } from '../key-vault/check-value.ts';
import { loadMasterKey, MASTER_KEY_FILE } from '../key-vault/master-key.ts';
import { masterKeyFingerprint } from '../key-vault/master-key-fingerprint.ts';
import { createPostgresKeyVault } from '../key-vault/postgres-key-vault.ts';
import { createSubjectHash } from '../key-vault/subject-hash.ts';
import { insertWrappedKeys } from '../key-vault/wrapped-keys.ts';
import {
  compareLogs,
  type FillProgress,
  type FillResult,
  fillInstallation,
} from '../log-copy/fill-installation.ts';
import { damagedBackup, unsuitableBackup } from './backup-problem.ts';
import type { Manifest } from './manifest.ts';
import { findKeys, openBackup, readErased, requireManifest } from './open-backup.ts';
import { pathExists } from './path-exists.ts';
import {
  openRestoreTarget,
  placeMasterKey,
  type RestorePlace,
  readNamedMasterKey,
  refuseOccupiedTarget,
} from './restore-target.ts';
import { endRestore } from './unfinished-restore.ts';
import { type VerifiedBackup, type VerifyProgress, verifyBackup } from './verify-backup.ts';

export type RestoreOptions = {
  readonly folder: string;
  /** The folder of the wrapped keys. */
  readonly keysFolder: string;
  /** Folders of newer backups of the same installation, whose tombstones are applied as well. */
  readonly erasures: readonly string[];
  readonly place: RestorePlace;
  /**
   * The master key as configured (hex or base64), or the file that holds it; default: the one in the data directory.
   */
  readonly masterKey?: { readonly configured: string } | { readonly file: string };
  /** Continues although keys of some subjects are missing: their sealed data then reads as erased for ever. */
  readonly eraseMissing: boolean;
  /** The actor of the restore, for the audit trail. */
  readonly actorId: string;
  readonly logger: Logger;
  readonly onVerified?: (progress: VerifyProgress) => void;
  readonly onProgress?: (progress: FillProgress & { readonly head: number }) => void;
  readonly signal?: AbortSignal;
};

export type RestoreResult = {
  readonly manifest: Manifest;
  readonly dataDir: string;
  /** Absent when an earlier run had filled the database and this run only verified it. */
  readonly filled?: FillResult;
  /** Blobs that the installation had lost before the backup was taken. */
  readonly lostBlobs: number;
};

/** The master key of a restore, and the secret that its check value holds. */
type CheckedMasterKey = { readonly masterKey: Uint8Array; readonly installationSecret: Uint8Array };

/**
 * Loads the master key that the copy of the keys was made with, or that of the backup if there is no such copy.
 *
 * @throws Failure `rule_violated` when there is no key, or a different one
 */
const requireMasterKey = async (
  { masterKey, place }: RestoreOptions,
  { check, fingerprint }: MasterKeyMark,
): Promise<CheckedMasterKey> => {
  const keys = join(place.dataDir, 'keys');
  const file = masterKey && 'file' in masterKey ? masterKey.file : undefined;
  const configured = masterKey && 'configured' in masterKey ? masterKey.configured : undefined;
  if (file === undefined && configured === undefined && !(await pathExists(join(keys, MASTER_KEY_FILE))))
    throw unsuitableBackup(
      `The master key is needed; a backup never holds it. Its fingerprint is ${fingerprint}. Name its file by ` +
        '--master-key, or set MASTER_KEY.',
    );
  const key =
    file === undefined
      ? await loadMasterKey({ dataDirectory: keys, configured })
      : await readNamedMasterKey(file);
  const checked = openCheckValue(key, check);
  if (!checked)
    throw unsuitableBackup(
      `The master key is not that of the backup: its fingerprint is ${masterKeyFingerprint(key)} and should be ` +
        `${fingerprint}.`,
    );
  return { masterKey: key, installationSecret: checked.installationSecret };
};

/**
 * Throws unless the backup is intact. Files that the installation itself had lost were reported when the backup was
 * taken, and do not count.
 */
const requireWhole = ({ problems, problemCount }: VerifiedBackup): void => {
  if (problemCount === 0) return;
  throw damagedBackup(
    `The backup is damaged; nothing was restored. ${counted(problemCount, 'problem')}:\n  ` +
      problems.join('\n  '),
  );
};

/** The tombstones of this backup and of newer ones: a person who was ever erased stays erased. */
const erasedIn = async (
  { folder, erasures }: RestoreOptions,
  manifest: Manifest,
): Promise<() => AsyncGenerator<readonly WrappedKey[]>> => {
  const sources = [{ folder, manifest }];
  for (const other of erasures) {
    const of = await requireManifest(other);
    if (!areOfOneInstallation(of.masterKey, manifest.masterKey))
      throw unsuitableBackup(`${other} is a backup of another installation: its erasures do not apply here.`);
    sources.push({ folder: other, manifest: of });
  }
  return async function* () {
    for (const source of sources) yield* readErased(source.folder, source.manifest);
  };
};

/**
 * Records in the log that it was restored from a backup. The event id derives from the backup's: a repeat changes
 * nothing.
 */
const recordRestore = async (
  database: Database,
  masterKey: Uint8Array,
  { backupId, head }: Manifest,
  { actorId, logger }: RestoreOptions,
): Promise<void> => {
  const vault = await createPostgresKeyVault({ database, masterKey });
  const serializer = createEventSerializer({ registry: createEventRegistry(allEvents), vault });
  const eventStore = await createPostgresEventStore({ database, serializer, logger });
  const actor = { id: actorId, role: 'admin' as const };
  try {
    const event = {
      id: createIdentitySource().derivedId(backupId, 'restored'),
      type: 'BackupRestored',
      data: { backupId, head },
      metadata: { correlationId: backupId, causationId: backupId, actor, phi: false },
    };
    await eventStore.append(streamIdOf('access', `backup-${backupId}`), [event], 'any');
  } finally {
    await eventStore.close();
  }
};

/**
 * Restores a backup into an empty place. Nothing is written until every hash has been verified, the place is known to
 * be empty, and the master key matches. After a crash the target is marked as unfinished: a server refuses to start
 * on it, and the same restore can be repeated.
 *
 * @throws Failure `rule_violated` for a mismatch, saying what to do; `internal_error` for damage
 */
export const restoreBackup = async (options: RestoreOptions): Promise<RestoreResult> => {
  const { folder, keysFolder, place, logger, onProgress, signal, eraseMissing } = options;
  const manifest = await requireManifest(folder);
  await refuseOccupiedTarget(place.dataDir, manifest.backupId);
  const copied = await findKeys(keysFolder, manifest);
  const { masterKey, installationSecret } = await requireMasterKey(options, (copied ?? manifest).masterKey);
  const erased = await erasedIn(options, manifest);
  const verified = await verifyBackup(folder, keysFolder, options.onVerified);
  requireWhole(verified);
  if (!verified.keys && !eraseMissing)
    throw unsuitableBackup(
      `There is no copy of the wrapped keys in ${keysFolder}. Name its folder with --keys; or, if it is lost for good, ` +
        'restore with --erase-missing: everything about people then reads as erased.',
    );
  signal?.throwIfAborted();

  if (options.masterKey && 'file' in options.masterKey) await placeMasterKey(place.dataDir, masterKey);
  await using target = await openRestoreTarget(place, manifest.backupId, logger);
  const dataDir = target.dataDirectory.path;
  const source = openBackup(folder, manifest, keysFolder, verified.keys);
  const progress = {
    to: manifest.head,
    onProgress: (at: FillProgress) => onProgress?.({ ...at, head: manifest.head }),
    ...(signal ? { signal } : {}),
  };
  let filled: FillResult | undefined;
  if (target.isFilled) {
    await compareLogs(target.database, source, progress);
    // The run that filled the database may have had fewer erasures.
    for await (const page of erased()) await insertWrappedKeys(target.database, page);
  } else
    filled = await fillInstallation(source, target, {
      ...progress,
      hashSubject: createSubjectHash(installationSecret),
      erased,
      eraseMissing,
      missingBlobs: new Set([...manifest.blobs.missing, ...(manifest.blobs.erased ?? [])]),
    });
  await recordRestore(target.database, masterKey, manifest, options);
  await endRestore(dataDir);
  return {
    manifest,
    dataDir,
    ...(filled ? { filled } : {}),
    lostBlobs: manifest.blobs.missing.length,
  };
};
