import { afterAll } from 'vitest';
import { processorSeconds } from './processor-time.ts';

// Runs before each file is imported, and once more after everything in it: what is registered first is undone last.
const before = processorSeconds();
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of what a hook wants from its pattern
afterAll(({}, suite) => {
  suite.meta.processorSeconds = processorSeconds() - before;
});
