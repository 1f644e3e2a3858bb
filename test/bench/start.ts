import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createServerDatabase } from '../support/server-database.ts';
import type { Benchmark, BenchmarkContext } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import { type MeasuredStart, runMeasured, startMeasured } from './harness/start-measured.ts';

const MEGABYTE = 1024 * 1024;
/** Milliseconds until a server's background work after its first response has ended. */
const REST_MS = 10_000;

type Starts = { readonly first: MeasuredStart; readonly restart: MeasuredStart };

const startTwice = async ({ choice, folder, quick }: BenchmarkContext): Promise<Starts> => {
  await using server = choice.kind === 'PostgreSQL' ? await createServerDatabase(choice.url) : undefined;
  const environment = {
    DATA_DIR: join(folder, `data-${randomUUID()}`),
    ...(server ? { DATABASE_URL: server.url } : {}),
  };
  const rest = quick ? 500 : REST_MS;
  const first = await startMeasured(environment, rest);
  return { first, restart: await startMeasured(environment, rest) };
};

/** Nothing listens there: the command is measured, not the server. */
const remote = { ANAMNESIS_URL: 'http://127.0.0.1:1', ANAMNESIS_TOKEN: 'token' };
const command = (...words: string[]) => runMeasured(['bin/anamnesis.cjs', ...words], remote);

/** Processor time of starts and commands, and the memory of an idle server. From `/proc`, so only on Linux. */
export const start: Benchmark = {
  name: 'start',
  run: async (context) => {
    // Fills the compile cache of `require-node.cjs`.
    await startTwice({ ...context, quick: true });
    const pairs: Starts[] = [];
    const results = await interleave(context.quick ? 1 : 5, {
      bare: () => runMeasured(['-e', '0']),
      starts: async () => {
        const pair = await startTwice(context);
        pairs.push(pair);
        return pair.first.processor;
      },
      help: () => command('--help'),
      jobs: () => command('jobs'),
      ask: () => command('ask', 'hello'),
      calc: () => command('calc'),
    });
    const seconds = (name: string, measured: readonly number[], aim: string) =>
      compare({
        name: `${name}, processor time`,
        unit: 's',
        measured,
        baseline: 'Node.js that does nothing',
        baselineMeasured: results.bare,
        aim,
      });
    const starts = (which: keyof Starts) => pairs.map((pair) => pair[which]);
    const megabytes = (name: string, measured: readonly number[], aim: string) =>
      compare({
        name,
        unit: 'MB',
        measured: measured.map((bytes) => bytes / MEGABYTE),
        baseline: 'this process',
        baselineMeasured: [process.memoryUsage.rss() / MEGABYTE],
        aim,
      });
    const peaks = starts('first').map(({ peak }) => peak);
    return {
      figures: [
        seconds(
          'first start until ready',
          starts('first').map(({ processor }) => processor),
          'under 4 s',
        ),
        seconds(
          'restart until ready',
          starts('restart').map(({ processor }) => processor),
          'under 2.5 s',
        ),
        seconds('--help', results.help, 'under 0.3 s'),
        seconds('jobs', results.jobs, 'under 0.5 s'),
        seconds('ask', results.ask, 'under 0.5 s'),
        seconds('calc', results.calc, 'under 0.5 s'),
        megabytes('peak memory of a first start', peaks, 'under 500 MB'),
        megabytes(
          'memory at rest after a first start',
          starts('first').map(({ atRest }) => atRest),
          'under 300 MB',
        ),
        megabytes(
          'memory at rest after a restart',
          starts('restart').map(({ atRest }) => atRest),
          'under 300 MB',
        ),
      ],
      notes: ['peak memory is that of the first start'],
      peakMemory: Math.max(...peaks),
    };
  },
};
