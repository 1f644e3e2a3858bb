import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Replacing a module for one file takes a process in which nobody has loaded it yet. */
const mocksModules = (path: string): boolean => /\bvi\.(mock|doMock)\(/.test(readFileSync(path, 'utf8'));

const filesOf = (folder: string): readonly string[] => globSync(`test/${folder}/**/*.test.ts`);
const unitAlone = filesOf('unit').filter(mocksModules);
/** Adapters hold sockets, threads and files of the process that runs them; evaluations fill it with whole collections. */
const holdsProcess = (path: string): boolean => /^test\/integration\/(infra|app|cli|eval)\//.test(path);
const integrationAlone = filesOf('integration').filter((path) => holdsProcess(path) || mocksModules(path));

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // Files share their process: what they import is loaded once, which takes half of the time. None may leave
        // anything behind for the next.
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], exclude: unitAlone, isolate: false },
      },
      { extends: true, test: { name: 'unit-alone', include: unitAlone } },
      {
        extends: true,
        // As above; embedded databases that one file has emptied serve the next, with their machine code made.
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: integrationAlone,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'integration-alone', include: integrationAlone } },
      { extends: true, test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
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
