import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A cache between runs for deterministic results that are costly to produce; it can be removed at any time. */
const testCache = join(import.meta.dirname, '../../node_modules/.cache/anamnesis-tests');

/** Node's compile cache, which saves a program started by a test half a second of loading. `npm ci` has filled it. */
export const compileCache: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/anamnesis/compiled'),
};

/** Caches a folder between runs, under a name determined by everything that it is made from. */
export const keepInCache = async (name: string, make: (making: string) => Promise<void>): Promise<string> => {
  const kept = join(testCache, name);
  if (existsSync(kept)) return kept;
  const making = `${kept}.${randomUUID()}`;
  await mkdir(making, { recursive: true });
  try {
    await make(making);
    // Several test processes may create it concurrently; the first one wins.
    await rename(making, kept).catch((error: unknown) => {
      if (!existsSync(kept)) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return kept;
};
