import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { systemCodeOf } from '../../installation/data-directory/small-files.ts';
import { tooLarge } from './too-large.ts';

/** Bytes of a blob read at a time. */
export const PIECE = 64 * 1024;

/**
 * Age in milliseconds at which a start removes a half-written file of another process: longer than a request may take
 * to arrive (5 minutes) and to be decided.
 */
const STALE_AFTER = 60 * 60 * 1000;

/** Content stored completely in a temporary file. */
export type SpooledContent = {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  /** All bytes, or those from `start` up to and including `end`. */
  readonly read: (range?: { readonly start: number; readonly end: number }) => AsyncIterable<Uint8Array>;
  /** Removes the file. Never rejects. */
  readonly discard: () => Promise<void>;
};

const noSpace = (cause: unknown): Failure =>
  new Failure(
    failure('unavailable', 'There is no space left to store the file. Free some space, then try again.', {
      component: 'disk',
      retryAfter: 60,
    }),
    { cause },
  );

/**
 * Creates the spool folder, and removes files that a crash left there.
 *
 * @param alone true when no other process uses it: every half-written file is then left from a crash, however recent
 */
export const openSpool = async (folder: string, alone: boolean): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (alone || age > STALE_AFTER) await rm(path, { force: true });
  }
};

/**
 * Writes a stream into a new file of the folder, flushed to the disk. Rejects with `payload_too_large` as soon as more
 * than `limit` bytes have arrived, with `unavailable` when the disk is full, leaving nothing behind.
 */
export const spoolContent = async (
  folder: string,
  content: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<SpooledContent> => {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  const discard = (): Promise<void> => rm(path, { force: true }).catch(() => {});
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const part of content) {
        size += part.byteLength;
        if (size > limit) throw tooLarge(limit);
        hash.update(part);
        await file.writeFile(part);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await discard();
    throw ['ENOSPC', 'EDQUOT'].includes(systemCodeOf(error) ?? '') ? noSpace(error) : error;
  }
  return {
    path,
    sha256: hash.digest('hex'),
    size,
    read: (range = { start: 0, end: Number.MAX_SAFE_INTEGER }) =>
      createReadStream(path, { ...range, highWaterMark: PIECE }),
    discard,
  };
};
