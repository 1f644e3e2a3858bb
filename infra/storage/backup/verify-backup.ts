import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { Failure } from '../../../domain/kernel/failure.ts';
import { namedBlobs } from '../../../domain/kernel/named-blobs.ts';
import { blobFile, storedBlobs } from './backup-files.ts';
import type { WrittenFile } from './durable-file.ts';
import type { KeysManifest, Manifest } from './manifest.ts';
import { findKeys, readItems, readWritten, requireManifest } from './open-backup.ts';
import { pathExists } from './path-exists.ts';
import { requireFile } from './require-file.ts';
import { storedEventSchema } from './stored-lines.ts';

export type VerifyProgress = { readonly done: number; readonly total: number };

export type VerifiedBackup = {
  readonly manifest: Manifest;
  /** Absent when the keys are stored elsewhere. */
  readonly keys?: KeysManifest;
  /**
   * The first 100 problems, each naming its file. Blobs that the installation had already lost are not problems: see
   * `manifest.blobs.missing`.
   */
  readonly problems: readonly string[];
  readonly problemCount: number;
  /** Bytes that were read. */
  readonly bytes: number;
};

/** The most problems reported; a backup with more is beyond repair. */
const MAX_PROBLEMS = 100;
const REMEMBERED = 10_000;

const createProblems = () => {
  const reported: string[] = [];
  let count = 0;
  const add = (problem: string): void => {
    count += 1;
    if (reported.length < MAX_PROBLEMS) reported.push(problem);
  };
  return {
    add,
    /** Runs a check of one file, and records its failure as a problem. */
    of: async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof Failure) || error.reason.component !== 'backup') throw error;
        add(error.message);
      }
    },
    reported,
    count: () => count,
  };
};
type Problems = ReturnType<typeof createProblems>;

const drain = async (content: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of content);
};

/**
 * Verifies the log: every file, every position from 1 to the head in order, and the existence of every blob it names.
 */
const verifyLog = async (
  folder: string,
  { log, head, blobs }: Manifest,
  problems: Problems,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  const seen = new LRUCache<string, true>({ max: REMEMBERED });
  const lost = new Set([...blobs.missing, ...(blobs.erased ?? [])]);
  const requireBlob = async (sha256: string, position: number): Promise<void> => {
    if (seen.has(sha256)) return;
    seen.set(sha256, true);
    const path = join(folder, blobFile(sha256));
    if ((await pathExists(path)) || lost.has(sha256)) return;
    problems.add(`${path} is missing: the event at position ${position} names it.`);
  };
  let next = 1;
  for (const segment of log.segments) {
    const path = join(folder, segment.file);
    if (segment.first !== next)
      problems.add(`${path} begins with position ${segment.first} instead of ${next}.`);
    await problems.of(async () => {
      let position = segment.first - 1;
      let lastId = '';
      for await (const page of readItems(path, segment, storedEventSchema)) {
        for (const event of page) {
          if (event.position !== position + 1)
            problems.add(`${path}: position ${position} is followed by ${event.position}.`);
          position = event.position;
          lastId = event.id;
          for (const sha256 of namedBlobs(event.data)) await requireBlob(sha256, position);
        }
      }
      if (position !== segment.last || lastId !== segment.lastId)
        problems.add(
          `${path} ends at position ${position}, but at ${segment.last} according to the manifest.`,
        );
    });
    next = segment.last + 1;
    onBytes(segment.bytes);
  }
  if (next !== head + 1) problems.add(`The log ends at position ${next - 1} and not at ${head}.`);
};

const verifyBlobs = async (
  folder: string,
  problems: Problems,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  for await (const { sha256, path, bytes } of storedBlobs(folder)) {
    await problems.of(async () => {
      await requireFile(path);
      const hash = createHash('sha256');
      for await (const piece of createReadStream(path)) hash.update(piece);
      if (hash.digest('hex') !== sha256)
        problems.add(`${path} is damaged: its content does not match its name.`);
    });
    onBytes(bytes);
  }
};

/**
 * Reads a whole backup and verifies its hashes: the log with every position, the blobs, the presence of every blob
 * that an event names, and the copy of the keys if available.
 *
 * @throws Failure when there is no backup, its manifest is damaged, or it was written by a newer version
 */
export const verifyBackup = async (
  folder: string,
  keysFolder: string,
  onProgress: (progress: VerifyProgress) => void = () => {},
): Promise<VerifiedBackup> => {
  const manifest = await requireManifest(folder);
  const problems = createProblems();
  const total = manifest.log.bytes + manifest.blobs.bytes;
  let bytes = 0;
  const onBytes = (read: number): void => {
    bytes += read;
    onProgress({ done: Math.min(bytes, total), total });
  };
  const files: (WrittenFile & { readonly path: string })[] = [manifest.claims, manifest.erased].map(
    (file) => ({
      ...file,
      path: join(folder, file.file),
    }),
  );
  let keys: KeysManifest | undefined;
  await problems.of(async () => {
    keys = await findKeys(keysFolder, manifest);
  });
  if (keys) files.push({ ...keys.keys, path: join(keysFolder, keys.keys.file) });
  for (const { path, ...written } of files) await problems.of(() => drain(readWritten(path, written)));
  await verifyLog(folder, manifest, problems, onBytes);
  await verifyBlobs(folder, problems, onBytes);
  return {
    manifest,
    ...(keys ? { keys } : {}),
    problems: problems.reported,
    problemCount: problems.count(),
    bytes,
  };
};
