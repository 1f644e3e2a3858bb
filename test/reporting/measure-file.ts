import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';
import { processorSeconds } from './processor-time.ts';

// Runs before each file is imported, and once more after everything in it: what is registered first is undone last.
const before = processorSeconds();
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of what a hook wants from its pattern
afterAll(({}, suite) => {
  // Vitest ends its processes by a signal, at which Node would keep nothing of what it has compiled.
  flushCompileCache();
  suite.meta.processorSeconds = processorSeconds() - before;
});
