import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/reporting/longest-first.ts';
import { ProgressReporter } from './test/reporting/progress-reporter.ts';
import { compileCache } from './test/support/test-cache.ts';

const filesWith = (folder: string, pattern: RegExp): readonly string[] =>
  globSync(`test/${folder}/**/*.test.ts`).filter((path) => pattern.test(readFileSync(path, 'utf8')));

/** Replacing a module for one file takes a process in which nobody has loaded it yet. */
const MOCKS_MODULES = /\bvi\.(mock|doMock)\(/;
/** Starting the whole program once and loading it once saves files that need it eight seconds of processor each. */
const STARTS_PROGRAM = /\b(startInProcess|sharedServer)\b/;
/** Suites that run on every kind of database: on the embedded one among the integration tests, on a server among the services. */
const ON_EVERY_DATABASE = /\bdatabaseKinds\b/;

const unitAlone = filesWith('unit', MOCKS_MODULES);
/** What these do reaches the whole process: they fill its memory, record what it does to its disk, or hold all its threads. */
const holdsProcess = globSync(
  'test/integration/{consumers/failing-components,{eval,infra/reading,infra/resilience,infra/storage/{backup,database,sealed-blobs}}/**/*}.test.ts',
);
const mocking = filesWith('integration', MOCKS_MODULES);
const integrationServer = filesWith('integration', STARTS_PROGRAM).filter((path) => !mocking.includes(path));
const integrationAlone = [...new Set([...holdsProcess, ...mocking])].filter(
  (path) => !integrationServer.includes(path),
);
const onServerAsWell = [
  ...(process.env.TEST_DATABASE_URL ? filesWith('integration', ON_EVERY_DATABASE) : []),
  ...(process.env.TEST_EVENTSTORE_URL ? filesWith('integration', /\bopenKurrent\b/) : []),
];

/** Node reads the sources itself, with what it has compiled once, and Vitest has nothing to transform. No mocks of modules. */
const BY_NODE = { viteModuleRunner: false, nodeLoader: false };

/** `npm test` needs Node and nothing else: what else is there makes no difference to it. */
const EMBEDDED = { TEST_DATABASES: 'embedded' };

// Threads and processes that tests start load sources without Vitest: with what Node has compiled once, in half the time.
process.env.NODE_COMPILE_CACHE ??= compileCache.NODE_COMPILE_CACHE;

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // Files share their process: what they import is loaded once, which takes half of the time. None may leave
        // anything behind for the next.
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], exclude: [...unitAlone], isolate: false },
      },
      {
        extends: true,
        test: { name: 'unit-alone', include: [...unitAlone], experimental: { viteModuleRunner: true } },
      },
      {
        extends: true,
        // As above; embedded databases that one file has emptied serve the next, with their machine code made.
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: [...integrationAlone, ...integrationServer],
          isolate: false,
          env: EMBEDDED,
        },
      },
      {
        extends: true,
        // Apart from the files above, as fake timers would stop a server that goes on from one file to the next.
        test: { name: 'integration-server', include: integrationServer, isolate: false, env: EMBEDDED },
      },
      {
        extends: true,
        test: {
          name: 'integration-alone',
          include: integrationAlone,
          env: EMBEDDED,
          experimental: { viteModuleRunner: mocking.length > 0 },
        },
      },
      // One real process for each door, for what only a process can show.
      { extends: true, test: { name: 'doors', include: ['test/doors/**/*.test.ts'], env: EMBEDDED } },
      {
        extends: true,
        test: {
          name: 'services',
          include: ['test/services/**/*.test.ts', ...onServerAsWell],
          env: { TEST_DATABASES: 'served' },
        },
      },
      { extends: true, test: { name: 'endurance', include: ['test/endurance/**/*.test.ts'] } },
    ],
    experimental: BY_NODE,
    setupFiles: ['test/reporting/measure-file.ts'],
    // PGlite and PDFium are WASM; two forks on the usual two cores keep memory and time in bounds. `npm test` and the
    // endurance runs have three: their files wait, for the disk, for processes or for each other.
    pool: 'forks',
    maxWorkers: 2,
    // Nothing is proved by a clock: this only ends what hangs, on however busy a machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // On a shared machine a clock can run out through no fault of the program; what fails twice has failed.
    retry: process.env.CI === undefined ? 0 : 1,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true, poll: { timeout: 120_000 } },
    reporters: [new ProgressReporter()],
    sequence: { sequencer: LongestFirst },
  },
});
