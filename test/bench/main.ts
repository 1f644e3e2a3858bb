/**
 * Measures the program against baselines: `npm run bench [-- <names…>] [--quick] [--json <file>]`. `guard` alone compares
 * the processor time of fixed operations with test/bench/budget.json; see `guard/guard.ts`.
 *
 * Runs on the embedded database, and also on a PostgreSQL server when BENCH_DATABASE_URL or TEST_DATABASE_URL names
 * one; separate databases are created there and dropped. Only `guard` asserts anything: for the others the exit code shows
 * whether everything ran.
 */
import { writeFile } from 'node:fs/promises';
import { readArguments } from '../support/read-arguments.ts';
import { benchmarkNames } from './benchmarks.ts';
import type { DatabaseChoice } from './harness/benchmark.ts';
import { describeDatabase, describeMachine } from './harness/machine.ts';
import { type Report, renderReport } from './harness/report.ts';
import { runInChild } from './harness/run-in-child.ts';

const HELP = `Usage: npm run bench [-- <names…>] [--quick] [--json file]
       npm run bench -- guard [--write]

Benchmarks: ${benchmarkNames.join(', ')}`;

const { values, positionals } = readArguments(HELP, {
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
if (positionals[0] === 'guard') {
  const { runGuard } = await import('./guard/guard.ts');
  process.exit(await runGuard(values.write));
}
const unknown = positionals.filter((name) => !benchmarkNames.some((known) => known === name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${benchmarkNames.join(', ')}.`);
  process.exit(2);
}

const url = process.env.BENCH_DATABASE_URL || process.env.TEST_DATABASE_URL;
const choices: readonly DatabaseChoice[] = [
  { kind: 'PGlite' },
  ...(url ? [{ kind: 'PostgreSQL', url } as const] : []),
];
const names = benchmarkNames.filter((name) => positionals.length === 0 || positionals.includes(name));

/** The memory of an idle Node.js process: the baseline of every memory peak. */
const idle = await runInChild({ name: 'idle', choice: { kind: 'PGlite' }, quick: true });
const megabytes = (bytes: number): number => bytes / 1024 ** 2;

const reports: Report[] = [];
let failed = false;
for (const name of names) {
  for (const choice of choices) {
    process.stderr.write(`${name} on ${choice.kind} …\n`);
    try {
      const { result, peakMemory } = await runInChild({ name, choice, quick: values.quick });
      const memory = {
        name: 'peak memory',
        unit: 'MB',
        measured: megabytes(peakMemory),
        baseline: 'an idle process of Node.js',
        baselineMeasured: megabytes(idle.peakMemory),
        ratio: peakMemory / idle.peakMemory,
      };
      reports.push({
        benchmark: name,
        database: choice.kind,
        figures: [...result.figures, memory],
        notes: result.notes ?? [],
        peakMemory,
      });
    } catch (error) {
      failed = true;
      console.error(error instanceof Error ? error.message : error);
    }
  }
}

const machine = [
  ...describeMachine(),
  ...(await Promise.all(choices.map(describeDatabase))),
  ...(url ? [] : ['No PostgreSQL server: set BENCH_DATABASE_URL or TEST_DATABASE_URL to measure one too']),
  'Peak memory is that of the measuring process, its baselines included, unless a note says otherwise',
  ...(values.quick ? ['--quick: sizes are too small for figures to mean much'] : []),
];
console.log(renderReport(reports, machine));
if (values.json !== undefined) {
  await writeFile(values.json, `${JSON.stringify({ quick: values.quick, machine, reports }, null, 2)}\n`);
}
process.exitCode = failed ? 1 : 0;
