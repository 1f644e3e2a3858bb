import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Position } from '../../../domain/kernel/event.ts';
import { Failure } from '../../../domain/kernel/failure.ts';
import { namedBlobs } from '../../../domain/kernel/named-blobs.ts';
import { subjectOfMetadata } from '../../../domain/privacy/stored-metadata.ts';
import { subjectErased } from '../../../domain/privacy/subject-events.ts';
import type {
  MasterKeyMark,
  StoredCheckpoint,
  StoredInstallation,
} from '../../../ports/stored-installation.ts';
import { makeFolders } from '../../installation/data-directory/make-folders.ts';
import {
  blobFile,
  claimsFile,
  isBackupFile,
  LOG_FOLDER,
  removeLeftovers,
  storedBlobs,
} from './backup-files.ts';
import { damagedBackup, unsuitableBackup } from './backup-problem.ts';
import { checkKeysFolder, refuseForeignKeys } from './check-keys-folder.ts';
import { claimAsOf } from './claim-as-of.ts';
import { draftFile } from './durable-file.ts';
import { lockBackupFolder } from './lock-backup-folder.ts';
import {
  FORMAT_VERSION,
  type KeysManifest,
  MAX_MISSING_BLOBS,
  type Manifest,
  type ManifestHead,
  readManifest,
  type Segment,
  writeManifest,
} from './manifest.ts';
import { pathExists } from './path-exists.ts';
import { createSegmentWriter } from './segment-writer.ts';
import { writeKeys } from './write-keys.ts';
import { writePages } from './write-pages.ts';

/**
 * The extent of a backup, fixed before anything is copied. The checkpoints were read before the head: everything that
 * a consumer did up to its checkpoint is in the log up to the head.
 */
export type BackupStart = {
  readonly backupId: string;
  readonly head: Position;
  /** ISO 8601 UTC. */
  readonly takenAt: string;
  readonly programVersion: string;
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly masterKey: MasterKeyMark;
};

/** The source of a backup. */
export type BackupSource = Pick<StoredInstallation, 'events' | 'blob' | 'claims' | 'wrappedKeys'>;

type BackupProgress = {
  readonly position: Position;
  readonly head: Position;
  readonly blobs: number;
  readonly bytes: number;
};

export type BackupOptions = {
  readonly folder: string;
  /** The folder for the wrapped keys. */
  readonly keysFolder: string;
  /** The log continues in a new file after this many bytes; default: 16 MiB. */
  readonly segmentBytes?: number;
  readonly onProgress?: (progress: BackupProgress) => void;
  readonly signal?: AbortSignal;
};

export type BackupResult = {
  readonly manifest: Manifest;
  readonly keys: KeysManifest;
  /** The amounts that this run copied; the rest was already there. */
  readonly copied: { readonly events: number; readonly blobs: number; readonly bytes: number };
};

/** Small, because the next run rewrites a last file that is not full; large enough that there are few files. */
const SEGMENT_BYTES = 16 * 1024 * 1024;
/** Blobs copied at a time: enough to saturate a disk or a network link. */
const CONCURRENT_BLOBS = 4;
/** Recently seen names: the events of one document name the same blobs. */
const REMEMBERED = 10_000;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Checks that the folder holds nothing but a backup: no data directory and no documents.
 *
 * @throws Failure `rule_violated`
 */
const refuseForeign = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const foreign = names.find((name) => !isBackupFile(name));
  if (foreign !== undefined)
    throw unsuitableBackup(
      `${folder} holds something that belongs to no backup (${foreign}). Name an empty folder, a new one, or that of ` +
        'an earlier backup.',
    );
};

/**
 * Checks that the previous backup is a prefix of the same log.
 *
 * @throws Failure `rule_violated` when it is from another installation, or newer
 */
const refuseAnother = async (before: Manifest, source: BackupSource, head: Position): Promise<void> => {
  const last = before.log.segments.at(-1);
  if (!last) return;
  if (before.head <= head) {
    for await (const [event] of source.events(before.head - 1, before.head))
      if (event?.id === last.lastId) return;
  }
  throw unsuitableBackup(
    'The folder holds a backup of another installation, or of a later state of this one. Take this backup into an ' +
      'empty folder.',
  );
};

const countBlobs = async (folder: string): Promise<{ readonly count: number; readonly bytes: number }> => {
  let count = 0;
  let bytes = 0;
  for await (const blob of storedBlobs(folder)) {
    count += 1;
    bytes += blob.bytes;
  }
  return { count, bytes };
};

/** The bytes of a file; undefined when there is none. */
const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    },
  );

/**
 * The segments of the previous backup that can stay: all but a last one that is not full, up to the first whose file
 * is missing or has another size. An incremental run must not call a damaged backup good.
 */
const keptSegments = async (
  folder: string,
  before: Manifest | undefined,
  segmentBytes: number,
): Promise<readonly Segment[]> => {
  // Only a pass over the whole log shows which blob is gone.
  if (!before || (await countBlobs(folder)).count < before.blobs.count) return [];
  const kept: Segment[] = [];
  for (const segment of before.log.segments) {
    const isLast = segment === before.log.segments.at(-1);
    if (isLast && segment.bytes < segmentBytes) break;
    if ((await sizeOf(join(folder, segment.file))) !== segment.bytes) break;
    kept.push(segment);
  }
  return kept;
};

const erasureSchema = z.object({ subject: z.string() });

const subjectOfErasure = (data: string): string | undefined =>
  erasureSchema.safeParse(JSON.parse(data)).data?.subject;

/**
 * Divides missing blobs into those that the installation lost and those that were removed with an erased document.
 */
const withoutErased = (
  missing: ReadonlyMap<string, string | undefined>,
  erasedSubjects: ReadonlySet<string | undefined>,
  before: Manifest | undefined,
): Pick<Manifest['blobs'], 'missing' | 'erased'> => {
  const isErased = ([, subject]: readonly [string, string | undefined]): boolean =>
    subject !== undefined && erasedSubjects.has(subject);
  const erased = [...missing].filter(isErased).map(([sha256]) => sha256);
  const all = [...new Set([...(before?.blobs.erased ?? []), ...erased])].slice(0, MAX_MISSING_BLOBS);
  return {
    missing: [...missing].filter((entry) => !isErased(entry)).map(([sha256]) => sha256),
    ...(all.length > 0 ? { erased: all } : {}),
  };
};

/** Copies each blob once, and counts. */
const createBlobCopier = (source: BackupSource, folder: string) => {
  const limit = pLimit(CONCURRENT_BLOBS);
  const seen = new LRUCache<string, true>({ max: REMEMBERED });
  /** Each with the subject of the event that names it, if known. */
  const missing = new Map<string, string | undefined>();
  let blobs = 0;
  let bytes = 0;

  const copyOne = async (sha256: string, subject: string | undefined): Promise<void> => {
    const path = join(folder, blobFile(sha256));
    // A file gets its final name only after it was verified and is on disk.
    if (await pathExists(path)) return;
    const draft = await draftFile(path);
    try {
      for await (const piece of source.blob(sha256)) await draft.write(piece);
      if (draft.sha256() !== sha256)
        throw damagedBackup(
          `The stored file ${sha256} of the installation is damaged: its content does not match its name.`,
        );
      bytes += (await draft.keep(path)).bytes;
      blobs += 1;
    } catch (error) {
      const isLost = error instanceof Failure && error.reason.code === 'not_found';
      // The log is worth backing up even when a file is lost; the summary and the manifest list the loss.
      if (!isLost || missing.size >= MAX_MISSING_BLOBS) throw error;
      missing.set(sha256, subject);
    } finally {
      await draft.discard();
    }
  };

  return {
    /** Copies blobs, given with the subject of each where it is known. */
    copy: async (names: Iterable<readonly [sha256: string, subject: string | undefined]>): Promise<void> => {
      const wanted = [...new Map(names)].filter(([sha256]) => !seen.has(sha256));
      await Promise.all(wanted.map(([sha256, subject]) => limit(() => copyOne(sha256, subject))));
      for (const [sha256] of wanted) seen.set(sha256, true);
    },
    copied: () => ({ blobs, bytes }),
    missing,
  };
};

async function* claimsUpTo(source: BackupSource, head: Position) {
  for await (const page of source.claims()) yield page.map((claim) => claimAsOf(claim, head));
}

/**
 * Takes a backup into a folder that is empty or holds an earlier backup of the same installation; then only new data
 * is copied. The installation may be running and accepting writes.
 *
 * All files get new names and are on disk before the manifest is replaced; files that only the old manifest names are
 * removed afterwards. At every moment the folder holds either the previous backup or this one.
 *
 * The wrapped keys are read last, so that they include a key for everything in the log, and people erased meanwhile
 * are erased in the copy.
 *
 * @throws Failure `rule_violated` when a folder holds something else; `internal_error` when the installation is
 *   damaged
 */
export const takeBackup = async (
  source: BackupSource,
  begin: () => Promise<BackupStart>,
  options: BackupOptions,
): Promise<BackupResult> => {
  const { folder, keysFolder, onProgress, signal, segmentBytes = SEGMENT_BYTES } = options;
  await refuseForeign(folder);
  await makeFolders(folder);
  await checkKeysFolder(keysFolder, folder);
  await using _lock = await lockBackupFolder(folder);
  const before = await readManifest(folder);
  const start = await begin();
  await refuseForeignKeys(keysFolder, start.masterKey);
  if (before) await refuseAnother(before, source, start.head);

  const kept = await keptSegments(folder, before, segmentBytes);
  const after = kept.at(-1)?.last ?? 0;
  const blobs = createBlobCopier(source, folder);
  const writer = createSegmentWriter(folder, segmentBytes);
  const erasedSubjects = new Set<string | undefined>();
  let last = after;
  let logBytes = 0;
  try {
    // A blob that was missing then may have been restored since.
    await blobs.copy((before?.blobs.missing ?? []).map((sha256) => [sha256, undefined] as const));
    for await (const page of source.events(after, start.head)) {
      signal?.throwIfAborted();
      for (const { position } of page) {
        if (position !== last + 1)
          throw damagedBackup(`After position ${last} the installation gave ${position}: its log has a gap.`);
        last = position;
      }
      logBytes += await writer.write(page);
      await blobs.copy(
        page.flatMap(({ data, metadata }) =>
          namedBlobs(data).map((sha256) => [sha256, subjectOfMetadata(metadata)] as const),
        ),
      );
      for (const { type, data } of page)
        if (type === subjectErased.type) erasedSubjects.add(subjectOfErasure(data));
      const copied = blobs.copied();
      onProgress?.({ position: last, head: start.head, blobs: copied.blobs, bytes: copied.bytes + logBytes });
    }
    if (last !== start.head)
      throw damagedBackup(
        `The installation gave its log up to position ${last} and not up to ${start.head}.`,
      );
    await writer.finish();
  } finally {
    await writer.discard();
  }

  const { checkpoints, ...rest } = start;
  const head: ManifestHead = { formatVersion: FORMAT_VERSION, ...rest };
  const claims = await writePages(folder, claimsFile(start.backupId), claimsUpTo(source, start.head));
  const keys = await writeKeys(source, head, { folder, keysFolder });
  const segments = [...kept, ...writer.segments];
  const manifest: Manifest = {
    format: 'anamnesis-backup',
    ...head,
    log: { bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0), segments },
    blobs: { ...(await countBlobs(folder)), ...withoutErased(blobs.missing, erasedSubjects, before) },
    claims,
    erased: keys.erased,
    checkpoints: [...checkpoints],
  };
  await writeManifest(folder, manifest);
  await removeLeftovers(folder, new Set([claims.file, keys.erased.file]));
  await removeLeftovers(
    join(folder, LOG_FOLDER),
    new Set(segments.map(({ file }) => file.slice(LOG_FOLDER.length + 1))),
  );
  const copied = blobs.copied();
  return {
    manifest,
    keys: keys.manifest,
    copied: { events: last - after, blobs: copied.blobs, bytes: copied.bytes + logBytes },
  };
};
