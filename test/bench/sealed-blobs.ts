import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openFileBlobStore } from '../../infra/storage/blob-store/file-blob-store.ts';
import { createSealedBlobs } from '../../infra/storage/sealed-blobs/create-sealed-blobs.ts';
import { createInMemoryKeyVault } from '../support/in-memory-key-vault.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';

const MEGABYTE = 1_000_000;
const subject = 'document:benchmark';

async function* inPieces(content: Uint8Array) {
  for (let from = 0; from < content.byteLength; from += 65_536) yield content.subarray(from, from + 65_536);
}

/** Alternates both ways, so that a busy moment affects both. */
const inTurns = async (
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<{ readonly measured: readonly number[]; readonly baselineMeasured: readonly number[] }> => {
  const [measured, baselineMeasured]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    measured.push(await one());
    baselineMeasured.push(await other());
  }
  return { measured, baselineMeasured };
};

const seconds = async (work: () => Promise<void>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

/** The cost of sealing: the same files through the same store, sealed and unsealed. */
export const sealedBlobs: Benchmark = {
  name: 'sealed-blobs',
  run: async ({ folder, quick }) => {
    const raw = await openFileBlobStore(join(folder, 'blobs'));
    const sealed = createSealedBlobs({ blobs: raw, vault: createInMemoryKeyVault() });
    const rounds = quick ? 1 : 5;
    const figures: Figure[] = [];
    for (const [name, size, count] of [
      ['upload of 100 kB', 100_000, quick ? 5 : 200],
      ['upload of 20 MB', 20 * MEGABYTE, quick ? 1 : 5],
    ] as const) {
      const rate = (work: (content: Uint8Array) => Promise<void>) => async (): Promise<number> => {
        const contents = Array.from({ length: count }, () => randomBytes(size));
        return (
          (count * size) /
          MEGABYTE /
          (await seconds(async () => {
            for (const content of contents) await work(content);
          }))
        );
      };
      figures.push(
        compare({
          name,
          unit: 'MB/s',
          baseline: 'not sealed',
          ...(await inTurns(
            rounds,
            rate(async (content) => {
              const staged = await sealed.stage(inPieces(content), size);
              await (await staged.seal(subject)).keep();
              await staged.discard();
            }),
            rate(async (content) => {
              const staged = await raw.stage(inPieces(content), size);
              await staged.keep();
              await staged.discard();
            }),
          )),
        }),
      );
    }
    const chunks = await Promise.all(
      Array.from({ length: quick ? 10 : 500 }, async () => {
        const content = randomBytes(200_000);
        return {
          plain: (await raw.putBytes(content)).sha256,
          sealed: (await sealed.putBytes(content, subject)).sha256,
        };
      }),
    );
    const readRate = (read: (of: (typeof chunks)[number]) => Promise<unknown>) => async (): Promise<number> =>
      (chunks.length * 0.2) /
      (await seconds(async () => {
        for (const chunk of chunks) await read(chunk);
      }));
    figures.push(
      compare({
        name: 'reading for a rebuild, 200 kB each',
        unit: 'MB/s',
        baseline: 'not sealed',
        ...(await inTurns(
          rounds,
          readRate((chunk) => sealed.get(chunk.sealed, subject)),
          readRate((chunk) => raw.get(chunk.plain)),
        )),
      }),
    );
    return { figures };
  },
};
