import { expect, it } from 'vitest';
import { releaseFreeMemory } from '../../../../../infra/resilience/worker-pool/release-free-memory.ts';

const MEGABYTE = 1024 * 1024;

it('releases the heap that heavy work has enlarged', async () => {
  let much: unknown[] | undefined = Array.from({ length: 2_000_000 }, (_, index) => ({
    index,
    text: `${index}`,
  }));
  expect(much.length).toBe(2_000_000);
  const blownUp = process.memoryUsage().heapTotal;
  much = undefined;
  await new Promise(setImmediate);
  await releaseFreeMemory();
  const left = process.memoryUsage();
  expect(left.heapTotal).toBeLessThan(blownUp - 100 * MEGABYTE);
  expect(left.heapTotal - left.heapUsed).toBeLessThan(64 * MEGABYTE);
});

it('skips the collection when there is little to release', async () => {
  await releaseFreeMemory();
  const before = process.memoryUsage().heapUsed;
  await releaseFreeMemory();
  // A collection would have removed the garbage of this test itself.
  expect(process.memoryUsage().heapUsed).toBeGreaterThanOrEqual(before);
});
