import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DefaultReporter, type TestModule, type TestRunEndReason, type TestSpecification } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of a test file, with its imports and child processes. */
    processorSeconds?: number;
  }
}

/**
 * Milliseconds without output until the running files are listed; the first list comes sooner, because the slowest
 * files come first.
 */
const QUIET_MS = 30_000;
const FIRST_QUIET_MS = 5000;
const SLOWEST = 10;

/** The cost of a file. */
export type FileCost = {
  readonly project: string;
  readonly file: string;
  readonly tests: number;
  readonly skipped: number;
  readonly state: string;
  readonly seconds: number;
  readonly processorSeconds: number;
};

const costOf = (module: TestModule): FileCost => {
  const tests = [...module.children.allTests()];
  const diagnostic = module.diagnostic();
  const milliseconds =
    diagnostic.environmentSetupDuration +
    diagnostic.prepareDuration +
    diagnostic.collectDuration +
    diagnostic.setupDuration +
    diagnostic.duration;
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    tests: tests.length,
    skipped: tests.filter((test) => test.result().state === 'skipped').length,
    state: module.state(),
    seconds: milliseconds / 1000,
    processorSeconds: module.meta().processorSeconds ?? 0,
  };
};

/** The first line of a run: the number of files in each project of `vitest.config.ts`, and their order. */
export const startLine = (projects: readonly string[]): string => {
  const counts = Map.groupBy(projects, (project) => project);
  const listed = [...counts].map(([project, files]) => `${files.length} ${project}`).sort();
  const lists = listed.length > 1 ? ` (${listed.join(', ')})` : ` of "${projects[0] ?? 'no project'}"`;
  const order = listed.length > 1 ? ', the longest first: the first result can take a minute' : '';
  return `${projects.length} ${projects.length === 1 ? 'file' : 'files'}${lists}${order}`;
};

const seconds = (value: number): string => `${value.toFixed(1).padStart(6)} s`;

/**
 * Prints a line for each finished file: its number, tests, elapsed seconds and processor seconds. It lists the running
 * files while a slow one runs, and at the start. At the end it lists the ten files with most processor time.
 * `TEST_COSTS` names a file for all of it, as JSON.
 */
export class ProgressReporter extends DefaultReporter {
  readonly #costs: FileCost[] = [];
  readonly #running = new Map<string, number>();
  #files = 0;
  #quiet: NodeJS.Timeout | undefined;

  constructor() {
    super({ summary: false });
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.renderSucceed = specifications.length === 1;
    this.#files = specifications.length;
    this.#costs.length = 0;
    this.log(startLine(specifications.map(({ project }) => project.name)));
    this.#restartWatch(FIRST_QUIET_MS);
  }

  override onTestModuleQueued(module: TestModule): void {
    this.#running.set(module.relativeModuleId, Date.now());
    super.onTestModuleQueued(module);
  }

  override onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.relativeModuleId);
    this.#costs.push(costOf(module));
    super.onTestModuleEnd(module);
    this.#restartWatch();
  }

  protected override printTestModule(module: TestModule): void {
    const cost = costOf(module);
    const count = `${this.#costs.length}/${this.#files}`.padStart(`${this.#files}`.length * 2 + 1);
    const left = cost.skipped > 0 ? `, ${cost.skipped} left out` : '';
    this.log(
      `${count} ${this.getStateSymbol(module)} ${seconds(cost.seconds)} ${seconds(cost.processorSeconds)} cpu  ${cost.file} (${cost.tests} ${cost.tests === 1 ? 'test' : 'tests'}${left})`,
    );
    if (module.state() === 'failed' || this.renderSucceed)
      for (const test of module.children.allTests()) this.printTestCase(module.state(), test);
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: Parameters<DefaultReporter['onTestRunEnd']>[1],
    reason: TestRunEndReason,
  ): void {
    clearTimeout(this.#quiet);
    super.onTestRunEnd(modules, errors, reason);
    if (this.#costs.length > 1) this.#printSlowest();
    this.#keep();
  }

  #printSlowest(): void {
    const slowest = this.#costs
      .toSorted((one, other) => other.processorSeconds - one.processorSeconds)
      .slice(0, SLOWEST);
    this.log(`\nThe ${slowest.length} files that took most of the processor:`);
    for (const { file, processorSeconds: taken } of slowest) this.log(`  ${seconds(taken)}  ${file}`);
    const { inFiles, besides } = this.#sums();
    this.log(
      `Processor time: ${seconds(inFiles).trim()} in test files, ${seconds(besides).trim()} in Vitest's own process.`,
    );
  }

  #sums(): { readonly inFiles: number; readonly besides: number } {
    const { user, system } = process.cpuUsage();
    return {
      inFiles: this.#costs.reduce((sum, cost) => sum + cost.processorSeconds, 0),
      besides: (user + system) / 1_000_000,
    };
  }

  #keep(): void {
    const path = process.env.TEST_COSTS;
    if (path === undefined) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify({ ...this.#sums(), files: this.#costs }, null, 1)}\n`);
  }

  #restartWatch(afterMs = QUIET_MS): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      const now = Date.now();
      const running = [...this.#running].map(
        ([file, since]) => `${file} (${Math.round((now - since) / 1000)} s)`,
      );
      if (running.length > 0) this.log(`… running: ${running.join(', ')}`);
      // Vitest reads the sources before the first file starts.
      this.#restartWatch(running.length > 0 ? QUIET_MS : FIRST_QUIET_MS);
    }, afterMs);
    this.#quiet.unref();
  }
}
