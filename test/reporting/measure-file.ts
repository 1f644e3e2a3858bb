import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';
import { processorSeconds } from './processor-time.ts';

// Runs before each file is imported, and its hook after everything in the file: the first hook registered runs last.
const before = processorSeconds();
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of what a hook wants from its pattern
afterAll(({}, suite) => {
  // Vitest terminates its processes with a signal, at which Node would discard its compile cache.
  flushCompileCache();
  suite.meta.processorSeconds = processorSeconds() - before;
});
