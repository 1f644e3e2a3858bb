import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { isSealed, MARK } from './sealed-layout.ts';

const unsealed = (): Failure =>
  new Failure(
    failure(
      'rule_violated',
      'A file that is not sealed with its document’s key must stay on the premises, but BLOB_URL names a bucket elsewhere. Ingest the document again, which seals it, or set BLOB_LOCAL=true if the bucket is yours.',
      { component: 'blob-store', details: { reason: 'unsealed_stays_local' } },
    ),
  );

/**
 * Guards a store outside the premises: refuses content that is not sealed, such as files from before sealing or
 * content sent by mistake. Content that is only staged has not left yet.
 */
export const requireSealed = (blobs: BlobStore): BlobStore => {
  const stage: BlobStore['stage'] = async (content, limit) => {
    let head: Uint8Array = new Uint8Array();
    async function* watched() {
      for await (const part of content) {
        if (head.byteLength < MARK.byteLength)
          head = Buffer.concat([head, part.subarray(0, MARK.byteLength - head.byteLength)]);
        yield part;
      }
    }
    const staged = await blobs.stage(watched(), limit);
    return {
      ...staged,
      keep: async () => {
        if (!isSealed(head)) throw unsealed();
        await staged.keep();
      },
    };
  };
  return {
    ...blobs,
    stage,
    put: async (content, limit) => {
      const staged = await stage(content, limit);
      try {
        await staged.keep();
        return { sha256: staged.sha256, size: staged.size };
      } finally {
        await staged.discard();
      }
    },
    putBytes: async (content) => {
      if (!isSealed(content)) throw unsealed();
      return blobs.putBytes(content);
    },
  };
};
