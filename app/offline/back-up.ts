import type { Position } from '../../domain/kernel/event.ts';
import {
  fromLines,
  storedClaimSchema,
  storedEventSchema,
  wrappedKeySchema,
} from '../../infra/storage/backup/stored-lines.ts';
import {
  type BackupOptions,
  type BackupResult,
  type BackupSource,
  type BackupStart,
  takeBackup,
} from '../../infra/storage/backup/take-backup.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { backupFoldersOf } from './backup-folders.ts';

/** A running installation, read through its server's backup API: bytes as stored. */
export type RemoteInstallation = {
  readonly begin: () => Promise<BackupStart>;
  /** The next events after a position, one per line. */
  readonly events: (backupId: string, after: Position) => AsyncIterable<Uint8Array>;
  /** Rejects with a Failure `not_found` when the installation has lost the blob. */
  readonly blob: (backupId: string, sha256: string) => AsyncIterable<Uint8Array>;
  readonly claims: (backupId: string) => AsyncIterable<Uint8Array>;
  readonly wrappedKeys: (backupId: string) => AsyncIterable<Uint8Array>;
};

type BackupRequest = Pick<BackupOptions, 'signal' | 'onProgress'> & {
  readonly folder: string;
  /** The folder for the wrapped keys, if not inside the backup. */
  readonly keys: string | undefined;
};

export type TakenBackup = BackupResult & { readonly folder: string; readonly keysFolder: string };

/** Yields the events response by response, so that each can be processed at any pace before the next request. */
async function* eventsOf(
  remote: RemoteInstallation,
  backupId: string,
  after: Position,
  to: Position,
): AsyncGenerator<readonly StoredEvent[]> {
  let from = after;
  while (from < to) {
    const answered: StoredEvent[] = [];
    for await (const page of fromLines(remote.events(backupId, from), storedEventSchema))
      answered.push(...page);
    const wanted = answered.filter(({ position }) => position <= to);
    const last = wanted.at(-1);
    if (!last) return;
    yield wanted;
    from = last.position;
  }
}

/**
 * Takes a backup of a running installation into a folder, or updates an earlier backup there.
 *
 * @throws Failure as `takeBackup`; RangeError for malformed data from the server
 */
export const backUp = async (
  remote: RemoteInstallation,
  { folder: given, keys, ...options }: BackupRequest,
): Promise<TakenBackup> => {
  const folders = backupFoldersOf(given, keys);
  let backupId: string | undefined;
  const begun = (): string => {
    if (backupId !== undefined) return backupId;
    throw new Error('The backup was read before it was started.');
  };
  const source: BackupSource = {
    events: (after, to) => eventsOf(remote, begun(), after, to),
    blob: (sha256) => remote.blob(begun(), sha256),
    claims: () => fromLines(remote.claims(begun()), storedClaimSchema),
    wrappedKeys: () => fromLines(remote.wrappedKeys(begun()), wrappedKeySchema),
  };
  const begin = async (): Promise<BackupStart> => {
    const start = await remote.begin();
    backupId = start.backupId;
    return start;
  };
  return { ...(await takeBackup(source, begin, { ...options, ...folders })), ...folders };
};
