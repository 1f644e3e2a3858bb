import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import type { BlobReference, BlobStore, StagedBlob, StoredBlob } from '../../../../ports/blob-store.ts';
import { inMemory } from '../in-memory-content.ts';
import { openSpool, PIECE, spoolContent } from '../spool-content.ts';
import type { ListedObject, ObjectContent, S3Objects } from './s3-objects.ts';

/** Where blobs are in a bucket. */
const BLOBS = 'blobs/';
const NAME = /^([0-9a-f]{64})\.([0-9a-f-]{36})$/;
/** Comes after everything that an address is continued with. */
const AFTER_ALL = '.~';

/** Keys of blobs that were used lately; what they are is asked anew when they are gone. */
const REMEMBERED = 10_000;
/** Others can get in between so often that trying once more would be of no use. */
const ATTEMPTS = 5;

/** One object of a blob. */
type Copy = { readonly key: string; readonly size: number };

const missing = (sha256: string): Failure =>
  new Failure(
    failure('not_found', 'A stored file is missing in the bucket. Restore it from a backup.', {
      component: 'blob-store',
      details: { sha256 },
    }),
  );

const altered = (sha256: string): Failure =>
  new Failure(
    failure('internal_error', 'A stored file in the bucket was altered. Restore it from a backup.', {
      component: 'blob-store',
      details: { sha256 },
    }),
  );

const nameOf = (key: string) => {
  const [, sha256, mark] = NAME.exec(key.slice(BLOBS.length)) ?? [];
  return sha256 === undefined || mark === undefined ? undefined : { sha256, mark };
};

/** The objects of one listing, those of a blob together. */
async function* blobsAmong(objects: AsyncIterable<ListedObject>): AsyncGenerator<StoredBlob> {
  let current: StoredBlob | undefined;
  for await (const { key, size, modified } of objects) {
    const name = nameOf(key);
    if (name === undefined) continue;
    if (current?.sha256 === name.sha256) {
      current = {
        ...current,
        mark: `${current.mark} ${name.mark}`,
        keptAt: Math.max(current.keptAt, modified),
      };
      continue;
    }
    if (current !== undefined) yield current;
    current = { sha256: name.sha256, size, keptAt: modified, mark: name.mark };
  }
  if (current !== undefined) yield current;
}

type S3BlobStoreOptions = {
  /** The folder in which content waits that is not wanted yet, or is on its way. */
  readonly spool: string;
  /** Whether no other process uses that folder. */
  readonly alone: boolean;
};

/**
 * Blobs as objects `blobs/<sha256>.<mark>` of a bucket. Content is taken in beside the database, in a file of the spool,
 * so that nothing is sent of what is refused, and is sent when it is kept.
 *
 * S3 has no way to delete an object only if nobody has asked for it since, that all servers know. So nothing is ever
 * written twice under one key: each keeping makes an object with a mark of its own, by a copy inside the store where the
 * content is there already, and deletes the objects that it saw before that. Removing deletes the objects that were
 * listed, which nobody who kept the content since relies on. It does not matter then how long a process was frozen
 * between looking and deleting. A blob is there while it has an object; whoever keeps it at the same time as others may
 * leave more than one, which the next keeping or removing clears away.
 */
export const openS3BlobStore = async (
  objects: S3Objects,
  { spool, alone }: S3BlobStoreOptions,
): Promise<BlobStore> => {
  await openSpool(spool, alone);
  const known = new LRUCache<string, string>({ max: REMEMBERED });

  const copiesOf = async (sha256: string): Promise<readonly Copy[]> => {
    const copies: Copy[] = [];
    for await (const { key, size } of objects.list(`${BLOBS}${sha256}.`))
      if (nameOf(key) !== undefined) copies.push({ key, size });
    return copies;
  };

  /** Makes an object of its own for whoever keeps. Tells whether that made it a blob. */
  const keep = async (content: ObjectContent): Promise<{ readonly key: string; readonly isNew: boolean }> => {
    const { sha256 } = content;
    const key = `${BLOBS}${sha256}.${uuidv7()}`;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const before = await copiesOf(sha256);
      const last = before.at(-1);
      if (last === undefined) {
        await objects.put(key, content);
        known.set(sha256, key);
        return { key, isNew: true };
      }
      if (last.size !== content.size) break;
      // Others may have deleted it since it was listed.
      if (!(await objects.copy(last, key))) continue;
      known.set(sha256, key);
      for (const copy of before) await objects.remove(copy.key);
      return { key, isNew: false };
    }
    await objects.put(key, content);
    known.set(sha256, key);
    return { key, isNew: false };
  };

  const stage = async (content: AsyncIterable<Uint8Array>, limit: number): Promise<StagedBlob> => {
    const spooled = await spoolContent(spool, content, limit);
    const { sha256, size, discard } = spooled;
    let kept: { readonly key: string; readonly isNew: boolean } | undefined;
    return {
      sha256,
      size,
      read: () => spooled.read(),
      keep: async () => {
        if (kept !== undefined && (await objects.has(kept.key))) return;
        kept = await keep(spooled);
      },
      takeBack: async () => {
        if (kept?.isNew === true) await objects.remove(kept.key).catch(() => {});
        kept = undefined;
      },
      discard,
    };
  };

  const put = async (content: AsyncIterable<Uint8Array>, limit: number): Promise<BlobReference> => {
    const staged = await stage(content, limit);
    try {
      await staged.keep();
      return { sha256: staged.sha256, size: staged.size };
    } finally {
      await staged.discard();
    }
  };

  /** Begins to read, wherever the blob is by now. */
  const open = async (
    sha256: string,
    range: { readonly start: number; readonly end: number } | undefined,
  ): Promise<AsyncIterable<Uint8Array>> => {
    const remembered = known.get(sha256);
    const content = remembered === undefined ? undefined : await objects.read(remembered, range);
    if (content !== undefined) return content;
    known.delete(sha256);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const key = (await copiesOf(sha256)).at(-1)?.key;
      if (key === undefined) throw missing(sha256);
      const found = await objects.read(key, range);
      if (found === undefined) continue;
      known.set(sha256, key);
      return found;
    }
    throw missing(sha256);
  };

  const isBroken = (error: unknown): boolean =>
    error instanceof Failure && error.reason.details?.retryable === true;

  /** Goes on where a connection broke: the content is the same wherever it is read. */
  async function* readOn(
    sha256: string,
    range: { readonly start: number; readonly end: number } | undefined,
  ): AsyncGenerator<Uint8Array> {
    let at = range?.start ?? 0;
    let failures = 0;
    for (;;) {
      try {
        const rest =
          at === 0 && range === undefined
            ? undefined
            : { start: at, end: range?.end ?? Number.MAX_SAFE_INTEGER };
        for await (const chunk of await open(sha256, rest)) {
          for (let from = 0; from < chunk.byteLength; from += PIECE) {
            const piece = chunk.subarray(from, from + PIECE);
            at += piece.byteLength;
            yield piece;
          }
          failures = 0;
        }
        return;
      } catch (error) {
        failures += 1;
        if (!isBroken(error) || failures >= ATTEMPTS) throw error;
      }
    }
  }

  /** What is read as a whole is compared with its address on the way. */
  async function* readWhole(sha256: string): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    for await (const piece of readOn(sha256, undefined)) {
      hash.update(piece);
      yield piece;
    }
    if (hash.digest('hex') !== sha256) throw altered(sha256);
  }

  return {
    put,
    stage,
    putBytes: async (bytes) => {
      const content = inMemory(bytes);
      await keep(content);
      return { sha256: content.sha256, size: content.size };
    },
    get: async (sha256) => Buffer.concat(await Array.fromAsync(readWhole(sha256))),
    read: (sha256, range) => (range === undefined ? readWhole(sha256) : readOn(sha256, range)),
    has: async (sha256) => (await copiesOf(sha256)).length > 0,
    sizeOf: async (sha256) => (await copiesOf(sha256)).at(-1)?.size,
    list: (after) =>
      blobsAmong(
        objects.list(BLOBS, after === undefined || after === '' ? undefined : `${BLOBS}${after}${AFTER_ALL}`),
      ),
    remove: async ({ sha256, mark }) => {
      for (const one of mark.split(' ')) await objects.remove(`${BLOBS}${sha256}.${one}`);
      return (await copiesOf(sha256)).length === 0;
    },
  };
};
