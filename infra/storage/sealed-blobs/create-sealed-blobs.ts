import { createHash, randomBytes } from 'node:crypto';
import { Failure } from '../../../domain/kernel/failure.ts';
import type { BlobStore, StagedBlob } from '../../../ports/blob-store.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { SealedBlobs, SealedContent, UnassignedContent } from '../../../ports/sealed-blobs.ts';
import { tooLarge } from '../blob-store/too-large.ts';
import { deriveKey } from '../key-vault/derive-key.ts';
import { type BlobKeys, blobKeysOf } from './data-key.ts';
import { contentAltered, contentErased, keyMissing, nothingToSealWith } from './sealed-blob-failures.ts';
import { HEAD_BYTES, isSealed, layoutOf, MARK, segmentStart, wrappedKeyOf } from './sealed-layout.ts';
import {
  inPieces,
  openSegment,
  openSegments,
  SEALED_SEGMENT_BYTES,
  SEGMENT_BYTES,
  sealSegments,
} from './sealed-segments.ts';

type SealedBlobServices = {
  readonly blobs: BlobStore;
  readonly vault: Pick<KeyVault, 'keysFor' | 'existingKeys'>;
};
type Range = { readonly start: number; readonly end: number };

/** Content of at most so many bytes waits in memory until it is known whose it is: most guidelines are smaller. */
const HELD_IN_MEMORY = 1024 * 1024;

async function* inOrder(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** The opened bytes of one segment that belong to a range of the content. */
const stretchOf = (opened: Uint8Array, index: number, { start, end }: Range): Uint8Array => {
  const begins = index * SEGMENT_BYTES;
  return opened.subarray(Math.max(0, start - begins), Math.max(0, end + 1 - begins));
};

/** Whatever does not open was altered. */
const orAltered = <Value>(sha256: string, work: () => Value): Value => {
  try {
    return work();
  } catch (cause) {
    throw contentAltered(cause, sha256);
  }
};

/** A whole sealed blob that is in memory, opened. */
const openWhole = (stored: Uint8Array, keys: BlobKeys): Uint8Array => {
  const layout = layoutOf(stored.byteLength);
  if (!layout) throw new Error('No sealed blob has that length.');
  const dataKey = keys.unwrap(wrappedKeyOf(stored));
  const content = Buffer.allocUnsafe(layout.size);
  for (let index = 0; index < layout.segments; index += 1) {
    const sealed = stored.subarray(segmentStart(index), segmentStart(index + 1));
    content.set(openSegment(sealed, dataKey, index, index === layout.segments - 1), index * SEGMENT_BYTES);
  }
  return content;
};

/** Content that waits until it is known whose it is: in memory, or on the disk under a key that is in memory only. */
type Waiting = {
  readonly content: () => AsyncIterable<Uint8Array>;
  readonly discard: () => Promise<void>;
};

/** Takes the stream in. */
const wait = async (content: AsyncIterable<Uint8Array>, blobs: BlobStore): Promise<Waiting> => {
  const parts = content[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  while (!isWhole && size <= HELD_IN_MEMORY) {
    const next = await parts.next();
    isWhole = next.done === true;
    if (next.done) break;
    held.push(Uint8Array.from(next.value));
    size += next.value.byteLength;
  }
  if (isWhole) return { content: () => inOrder(...held), discard: async () => {} };

  const key = randomBytes(32);
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (let part = held.shift(); part !== undefined; part = held.shift()) yield part;
      yield* { [Symbol.asyncIterator]: () => parts };
    } finally {
      await parts.return?.();
    }
  }
  const staged = await blobs.stage(sealSegments(all(), key), Number.MAX_SAFE_INTEGER);
  return { content: () => openSegments(staged.read(), key), discard: staged.discard };
};

/**
 * Seals what is stored in `blobs` with the keys of `vault`: a mark, the data key wrapped under a key of the subject's,
 * and the content in segments under the data key. The data key follows from the subject's key and the content, so that
 * the same file of the same document has one address, as content has everywhere: an upload or a stage of indexing that
 * is repeated after a crash stores nothing twice, and a lost file comes back with its next upload. What that tells who
 * sees the addresses only is that two files of one document are equal.
 */
export const createSealedBlobs = ({ blobs, vault }: SealedBlobServices): SealedBlobs => {
  const keyToSeal = async (subject: string): Promise<Uint8Array> => {
    const key = (await vault.keysFor([subject])).get(subject);
    if (key === undefined) throw nothingToSealWith();
    return key;
  };
  const keysToSeal = async (subject: string): Promise<BlobKeys> => blobKeysOf(await keyToSeal(subject));

  const keysToOpen = async (subject: string): Promise<BlobKeys> => {
    const known = await vault.existingKeys([subject]);
    const key = known.get(subject);
    if (key !== undefined) return blobKeysOf(key);
    throw known.has(subject) ? contentErased() : keyMissing();
  };

  async function* seal(
    content: AsyncIterable<Uint8Array>,
    digest: Uint8Array,
    keys: BlobKeys,
  ): AsyncGenerator<Uint8Array> {
    const dataKey = keys.dataKeyFor(digest);
    yield Buffer.concat([MARK, keys.wrap(dataKey)]);
    yield* sealSegments(content, dataKey);
  }

  const stage = async (content: AsyncIterable<Uint8Array>, limit: number): Promise<UnassignedContent> => {
    const hash = createHash('sha256');
    let size = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const part of content) {
        size += part.byteLength;
        if (size > limit) throw tooLarge(limit);
        hash.update(part);
        yield part;
      }
    }
    const waiting = await wait(counted(), blobs);
    const digest = hash.digest();
    let staged: StagedBlob | undefined;
    const assign = async (subject: string): Promise<SealedContent> => {
      const sealed = seal(waiting.content(), digest, await keysToSeal(subject));
      staged = await blobs.stage(sealed, Number.MAX_SAFE_INTEGER);
      await waiting.discard();
      const { sha256, keep, takeBack } = staged;
      return { sha256, keep, takeBack };
    };
    let assigned: Promise<SealedContent> | undefined;
    return {
      digest: digest.toString('hex'),
      size,
      seal: (subject) => {
        assigned ??= assign(subject);
        return assigned;
      },
      discard: async () => {
        await assigned?.catch(() => {});
        await Promise.all([waiting.discard(), staged?.discard()]);
      },
    };
  };

  async function* openRange(
    sha256: string,
    dataKey: Uint8Array,
    { size, segments }: { readonly size: number; readonly segments: number },
    wanted: Range | undefined,
  ): AsyncGenerator<Uint8Array> {
    const range = { start: wanted?.start ?? 0, end: Math.min(wanted?.end ?? size - 1, size - 1) };
    // An empty content has its last segment too, which is opened to see that it is the whole.
    if (range.start > range.end && size > 0) return;
    const first = size === 0 ? 0 : Math.floor(range.start / SEGMENT_BYTES);
    const last = size === 0 ? 0 : Math.floor(range.end / SEGMENT_BYTES);
    const sealed = blobs.read(sha256, { start: segmentStart(first), end: segmentStart(last + 1) - 1 });
    let index = first;
    for await (const { piece } of inPieces(sealed, SEALED_SEGMENT_BYTES)) {
      const opened = orAltered(sha256, () => openSegment(piece, dataKey, index, index === segments - 1));
      const part = stretchOf(opened, index, range);
      if (part.byteLength > 0) yield part;
      index += 1;
    }
    if (index !== last + 1) throw contentAltered(undefined, sha256);
  }

  /**
   * Asked for what was stored before files were sealed, too: no key keeps that shut, and it is there again after the
   * restore of an older backup, or still, where another document has the same file.
   */
  const requireReadable = async (subject: string): Promise<void> => {
    const known = await vault.existingKeys([subject]);
    if (known.has(subject) && known.get(subject) === undefined) throw contentErased();
  };

  /** Files of what was erased are removed, which is not to be taken for a loss. */
  const orErased = async (subject: string, error: unknown): Promise<never> => {
    if (error instanceof Failure && error.reason.code === 'not_found') await requireReadable(subject);
    throw error;
  };

  return {
    stage,
    putBytes: async (content, subject) => {
      const keys = await keysToSeal(subject);
      const digest = createHash('sha256').update(content).digest();
      const sealed = await Array.fromAsync(seal(inOrder(content), digest, keys));
      const { sha256 } = await blobs.putBytes(Buffer.concat(sealed));
      return { sha256, size: content.byteLength };
    },
    get: async (sha256, subject) => {
      const stored = await blobs.get(sha256).catch((error: unknown) => orErased(subject, error));
      if (!isSealed(stored)) {
        await requireReadable(subject);
        return stored;
      }
      const keys = await keysToOpen(subject);
      return orAltered(sha256, () => openWhole(stored, keys));
    },
    read: async function* (sha256, subject, range) {
      const [head, stored = 0] = await Promise.all([
        Array.fromAsync(blobs.read(sha256, { start: 0, end: HEAD_BYTES - 1 })).then(Buffer.concat),
        blobs.sizeOf(sha256),
      ]).catch((error: unknown) => orErased(subject, error));
      if (!isSealed(head)) {
        await requireReadable(subject);
        return yield* blobs.read(sha256, range);
      }
      const keys = await keysToOpen(subject);
      const dataKey = orAltered(sha256, () => keys.unwrap(wrappedKeyOf(head)));
      const layout = layoutOf(stored);
      if (!layout) throw contentAltered(undefined, sha256);
      yield* openRange(sha256, dataKey, layout, range);
    },
    has: blobs.has,
    keyFor: async (subject, purpose) => deriveKey(await keyToSeal(subject), `anamnesis/${purpose}/v1`),
    requireReadable,
  };
};
