import { join } from 'node:path';

/** A cache between runs for deterministic results that are costly to produce; it can be removed at any time. */
export const testCache = join(import.meta.dirname, '../../node_modules/.cache/anamnesis-tests');

/** Node's compile cache, which saves a program started by a test half a second of loading. */
export const compileCache: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: join(testCache, 'compiled'),
};
