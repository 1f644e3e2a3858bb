import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import type { StoredBlob } from '../../../../ports/blob-store.ts';
import type { ByteRange } from './byte-range.ts';
import type { ListedObject, ObjectContent, S3Objects } from './s3-objects.ts';

/** The key prefix of blobs in a bucket. */
export const BLOBS = 'blobs/';
const NAME = /^([0-9a-f]{64})\.([0-9a-f-]{36})$/;
/** Recently used keys of blobs; a key that has vanished is looked up again. */
const REMEMBERED = 10_000;
/** Attempts before concurrent writers have interfered so often that another one is pointless. */
const ATTEMPTS = 5;

/** One object of a blob. */
type Copy = { readonly key: string; readonly size: number };

const missing = (sha256: string): Failure =>
  new Failure(
    failure('not_found', 'A stored file is missing from the bucket. Restore it from a backup.', {
      component: 'blob-store',
      details: { sha256 },
    }),
  );

const nameOf = (key: string) => {
  const [, sha256, mark] = NAME.exec(key.slice(BLOBS.length)) ?? [];
  return sha256 === undefined || mark === undefined ? undefined : { sha256, mark };
};

/** Groups the objects of a listing by blob. */
export async function* groupByBlob(objects: AsyncIterable<ListedObject>): AsyncGenerator<StoredBlob> {
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

/** The objects that hold blobs: one per blob, or several after concurrent keepings. */
export type BlobCopies = {
  readonly of: (sha256: string) => Promise<readonly Copy[]>;
  /** Creates a new object on each call; `isNew` is true if the blob had none before. */
  readonly keep: (content: ObjectContent) => Promise<{ readonly key: string; readonly isNew: boolean }>;
  /** Opens the blob for reading, under its current key. */
  readonly open: (sha256: string, range: ByteRange | undefined) => Promise<AsyncIterable<Uint8Array>>;
};

export const createBlobCopies = (objects: S3Objects): BlobCopies => {
  const known = new LRUCache<string, string>({ max: REMEMBERED });

  const copiesOf: BlobCopies['of'] = async (sha256) => {
    const copies: Copy[] = [];
    for await (const { key, size } of objects.list(`${BLOBS}${sha256}.`))
      if (nameOf(key) !== undefined) copies.push({ key, size });
    return copies;
  };

  const keep: BlobCopies['keep'] = async (content) => {
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
      // Another process may have deleted it since the listing.
      if (!(await objects.copy(last, key))) continue;
      known.set(sha256, key);
      for (const copy of before) await objects.remove(copy.key);
      return { key, isNew: false };
    }
    await objects.put(key, content);
    known.set(sha256, key);
    return { key, isNew: false };
  };

  const open: BlobCopies['open'] = async (sha256, range) => {
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

  return { of: copiesOf, keep, open };
};
