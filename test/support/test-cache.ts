import { join } from 'node:path';

/** What is costly to make and always comes out the same is kept here between runs; it may be removed at any time. */
export const testCache = join(import.meta.dirname, '../../node_modules/.cache/anamnesis-tests');

/** Node keeps compiled modules there: a program that a test starts spends half a second less on reading them. */
export const compileCache: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: join(testCache, 'compiled'),
};
