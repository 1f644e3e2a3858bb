import { createHash } from 'node:crypto';
import { Failure } from '../../../domain/kernel/failure.ts';
import type { BlobStore, StagedBlob } from '../../../ports/blob-store.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { SealedBlobs, SealedContent, UnassignedContent } from '../../../ports/sealed-blobs.ts';
import { tooLarge } from '../blob-store/too-large.ts';
import { deriveKey } from '../key-vault/derive-key.ts';
import { type BlobKeys, blobKeysOf } from './data-key.ts';
import { openRange, openWholeBlob, reportAsAltered } from './open-sealed-blob.ts';
import { contentAltered, contentErased, keyMissing, sealingRefused } from './sealed-blob-failures.ts';
import { HEAD_BYTES, isSealed, layoutOf, MARK, wrappedKeyOf } from './sealed-layout.ts';
import { sealSegments } from './sealed-segments.ts';
import { bufferContent, inOrder } from './waiting-content.ts';

type SealedBlobServices = {
  readonly blobs: BlobStore;
  readonly vault: Pick<KeyVault, 'keysFor' | 'existingKeys'>;
};

/**
 * Seals content stored in `blobs` with keys of `vault`. A sealed blob has a mark, the data key wrapped with a key of
 * the subject, and the content in segments encrypted with the data key. The data key is derived from the subject's
 * key and the content, so the same file of the same document has one address: a repeated upload or indexing stage
 * after a crash stores nothing twice, and uploading a lost file again restores it. The addresses alone reveal only
 * that two files of one document are equal.
 */
export const createSealedBlobs = ({ blobs, vault }: SealedBlobServices): SealedBlobs => {
  const keyToSeal = async (subject: string): Promise<Uint8Array> => {
    const key = (await vault.keysFor([subject])).get(subject);
    if (key === undefined) throw sealingRefused();
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
    const waiting = await bufferContent(counted(), blobs);
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

  /**
   * Throws if the subject was erased. Also called for files from before sealing, which no key protects: they reappear
   * after the restore of an older backup, or remain because another document has the same file.
   */
  const requireReadable = async (subject: string): Promise<void> => {
    const known = await vault.existingKeys([subject]);
    if (known.has(subject) && known.get(subject) === undefined) throw contentErased();
  };

  /** Reports a missing file of an erased subject as erased, not as lost. */
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
      return reportAsAltered(sha256, () => openWholeBlob(stored, keys));
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
      const dataKey = reportAsAltered(sha256, () => keys.unwrap(wrappedKeyOf(head)));
      const layout = layoutOf(stored);
      if (!layout) throw contentAltered(undefined, sha256);
      yield* openRange(blobs, { sha256, dataKey, layout }, range);
    },
    has: blobs.has,
    keyFor: async (subject, purpose) => deriveKey(await keyToSeal(subject), `anamnesis/${purpose}/v1`),
    requireReadable,
  };
};
