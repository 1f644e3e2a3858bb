import { defineConfig } from 'vitest/config';

/**
 * One kind of tests; `npm run test:<name>` runs it alone. Where files share their process, what they import is loaded
 * once, which takes half of the time: then no file may leave anything behind for the next.
 */
const kindOfTests = (name: 'unit' | 'integration' | 'e2e', { isolate }: { isolate: boolean }) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.ts`], isolate },
});

export default defineConfig({
  test: {
    projects: [
      kindOfTests('unit', { isolate: false }),
      kindOfTests('integration', { isolate: true }),
      kindOfTests('e2e', { isolate: true }),
    ],
    // PGlite and PDFium are WASM; two forks on the usual two cores keep memory and time in bounds.
    pool: 'forks',
    maxWorkers: 2,
    // Nothing is proved by a clock: this only ends what hangs, on however busy a machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // On a shared machine a clock can run out through no fault of the program; what fails twice has failed.
    retry: process.env.CI === undefined ? 0 : 1,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true, poll: { timeout: 120_000 } },
    reporters: ['default'],
  },
});
