import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/reporting/longest-first.ts';
import { ProgressReporter } from './test/reporting/progress-reporter.ts';
import { compileCache } from './test/support/test-cache.ts';

const filesWith = (folder: string, pattern: RegExp): readonly string[] =>
  globSync(`test/${folder}/**/*.test.ts`).filter((path) => pattern.test(readFileSync(path, 'utf8')));

/** Mocking a module for one file needs a process that has not loaded the module yet. */
const MOCKS_MODULES = /\bvi\.(mock|doMock)\(/;
/**
 * Loading and starting the whole program once per process saves each of these files eight seconds of processor time.
 */
const STARTS_PROGRAM = /\b(startInProcess|sharedServer)\b/;
/**
 * Suites for every kind of database: on the embedded one in the integration project, on a server in the services
 * project.
 */
const ON_EVERY_DATABASE = /\bdatabaseKinds\b/;

const unitAlone = filesWith('unit', MOCKS_MODULES);
/** These affect the whole process: they fill its memory, record its disk operations, or occupy all its threads. */
const holdsProcess = globSync(
  'test/integration/{eval,infra/reading,infra/resilience,infra/storage/{backup,database,sealed-blobs}}/**/*.test.ts',
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
const servicesAlone = onServerAsWell.filter((path) => integrationAlone.includes(path));

/**
 * Node loads the sources itself, from its compile cache, so that Vitest need not transform them. This excludes module
 * mocks.
 */
const BY_NODE = { viteModuleRunner: false, nodeLoader: false };

/** `npm test` needs only Node, and ignores every other service that is available. */
const EMBEDDED = { TEST_DATABASES: 'embedded' };
const SERVED = { TEST_DATABASES: 'served' };

// Threads and processes started by tests load sources without Vitest: the compile cache halves their loading time.
process.env.NODE_COMPILE_CACHE ??= compileCache.NODE_COMPILE_CACHE;

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // Files share their process, so that imports are loaded once, which halves the time. None may leave anything
        // behind.
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], exclude: [...unitAlone], isolate: false },
      },
      {
        extends: true,
        test: { name: 'unit-alone', include: [...unitAlone], experimental: { viteModuleRunner: true } },
      },
      {
        extends: true,
        // Like `unit`; a file also reuses the emptied embedded databases of earlier files, with their WASM already
        // compiled.
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
        // Separate from the files above, whose fake timers would stop a server shared between files.
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
      // The console in Chromium, against one server: `npm run test:console`.
      {
        extends: true,
        test: { name: 'console', include: ['test/console/**/*.test.ts'], isolate: false, env: EMBEDDED },
      },
      // One real process for each entry point, for behaviour that only a process shows.
      { extends: true, test: { name: 'doors', include: ['test/doors/**/*.test.ts'], env: EMBEDDED } },
      {
        extends: true,
        test: {
          name: 'services',
          include: ['test/services/**/*.test.ts', ...onServerAsWell],
          exclude: servicesAlone,
          // As in the integration project: loading the program for each of these files would cost more than most tests.
          isolate: false,
          env: SERVED,
        },
      },
      { extends: true, test: { name: 'services-alone', include: servicesAlone, env: SERVED } },
      {
        extends: true,
        test: { name: 'endurance', include: ['test/endurance/**/*.test.ts'] },
      },
    ],
    experimental: BY_NODE,
    setupFiles: ['test/reporting/measure-file.ts'],
    // PGlite and PDFium are WASM; two forks on the usual two cores limit memory and time. `npm test` and the endurance
    // runs use three, because their files wait for the disk, for processes or for each other.
    pool: 'forks',
    maxWorkers: 2,
    // No assertion depends on a clock: these limits only end hung tests, on however busy a machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true, poll: { timeout: 120_000, interval: 10 } },
    reporters: [new ProgressReporter()],
    sequence: { sequencer: LongestFirst },
  },
});
