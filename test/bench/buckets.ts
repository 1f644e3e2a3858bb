import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openFileBlobStore } from '../../infra/storage/blob-store/file-blob-store.ts';
import { connectToBucket } from '../../infra/storage/blob-store/s3/connect-to-bucket.ts';
import { openS3BlobStore } from '../../infra/storage/blob-store/s3/s3-blob-store.ts';
import { createSealedBlobs } from '../../infra/storage/sealed-blobs/create-sealed-blobs.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import { createInMemoryKeyVault } from '../support/in-memory-key-vault.ts';
import { bucketOf, ownBlobUrl, testBlobUrl } from '../support/s3-server.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';

const MEGABYTE = 1_000_000;
const subject = 'document:benchmark';

async function* inPieces(content: Uint8Array) {
  for (let from = 0; from < content.byteLength; from += 65_536) yield content.subarray(from, from + 65_536);
}

/** Compares files in a bucket with files in a folder, sealed in both: sequential writes and reads. */
export const buckets: Benchmark = {
  name: 'buckets',
  run: async ({ folder, quick, choice }) => {
    if (choice.kind === 'PostgreSQL') return { figures: [], notes: ['has nothing to do with a database'] };
    if (testBlobUrl === undefined)
      return { figures: [], notes: ['no bucket: set TEST_S3_URL (.ci/start-s3) to measure'] };
    const objects = connectToBucket(bucketOf(ownBlobUrl()), { metrics: silentMetrics });
    const vault = createInMemoryKeyVault();
    const sealedIn = (blobs: BlobStore) => createSealedBlobs({ blobs, vault });
    const places = {
      folder: sealedIn(await openFileBlobStore(join(folder, 'blobs'))),
      bucket: sealedIn(await openS3BlobStore(objects, { spool: join(folder, 'spool'), alone: true })),
    };
    const figures: Figure[] = [];
    try {
      for (const [name, size, count] of [
        ['100 kB', 100_000, quick ? 5 : 100],
        ['20 MB', 20 * MEGABYTE, quick ? 1 : 4],
      ] as const) {
        const measure = (place: keyof typeof places) => async () => {
          const contents = Array.from({ length: count }, () => randomBytes(size));
          const keys: string[] = [];
          const began = performance.now();
          for (const content of contents) {
            const staged = await places[place].stage(inPieces(content), size);
            const sealed = await staged.seal(subject);
            await sealed.keep();
            await staged.discard();
            keys.push(sealed.sha256);
          }
          const stored = performance.now();
          for (const key of keys) await places[place].get(key, subject);
          const megabytes = (count * size) / MEGABYTE;
          return {
            storing: megabytes / ((stored - began) / 1000),
            reading: megabytes / ((performance.now() - stored) / 1000),
          };
        };
        const results = await interleave(quick ? 1 : 5, {
          folder: measure('folder'),
          bucket: measure('bucket'),
        });
        for (const way of ['storing', 'reading'] as const)
          figures.push(
            compare({
              name: `${way} ${name} in a bucket`,
              unit: 'MB/s',
              measured: results.bucket.map((one) => one[way]),
              baseline: 'in a folder of this machine',
              baselineMeasured: results.folder.map((one) => one[way]),
            }),
          );
      }
      for await (const { key } of objects.list('')) await objects.remove(key);
    } finally {
      objects.close();
    }
    return {
      figures,
      notes: ['the bucket is served by a process on this machine: no network is in between'],
    };
  },
};
