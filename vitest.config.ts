import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // PGlite and PDFium are WASM; two forks on the usual two cores keep memory and time in bounds.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // On a shared machine a clock can run out through no fault of the program; what fails twice has failed.
    retry: process.env.CI === undefined ? 0 : 1,
    reporters: ['default'],
  },
});
