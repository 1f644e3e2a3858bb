import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createServerDatabase } from '../support/server-database.ts';
import type { Benchmark, BenchmarkContext } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { generatedProtocols } from './harness/generated-protocols.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchApplication } from './harness/open-bench-application.ts';
import { type ColdStart, startBare, startCold } from './harness/start-cold.ts';

/** Creates the data of a day of use. */
const leaveUsedData = async (context: BenchmarkContext) => {
  const opened = await openBenchApplication(context);
  const documents = context.quick ? 2 : 20;
  const { chunks } = await opened.ingest(generatedProtocols(0, documents, 50));
  await opened.stop();
  return { opened, documents, chunks };
};

/** From the start of the process to the first byte of an answer, with empty and with used data. */
export const coldStart: Benchmark = {
  name: 'cold-start',
  run: async (context) => {
    const rounds = context.quick ? 1 : 5;
    const { opened, documents, chunks } = await leaveUsedData(context);
    await using used = opened;
    const startEmpty = async (): Promise<ColdStart> => {
      const { choice, folder } = context;
      await using server = choice.kind === 'PostgreSQL' ? await createServerDatabase(choice.url) : undefined;
      return await startCold(['app/main.ts'], {
        DATA_DIR: join(folder, `empty-${randomUUID()}`),
        ...(server ? { DATABASE_URL: server.url } : {}),
      });
    };
    const results = await interleave(rounds, {
      bare: startBare,
      empty: startEmpty,
      used: () => startCold(['app/main.ts'], used.environment),
    });
    const figure = (name: string, measured: readonly ColdStart[], moment: 'live' | 'ready') =>
      compare({
        name: `${name}, first byte of /health/${moment}`,
        unit: 'ms',
        measured: measured.map((start) => start[moment]),
        baseline: 'a bare HTTP server of Node.js',
        baselineMeasured: results.bare.map((start) => start[moment]),
      });
    return {
      figures: [
        figure('empty data', results.empty, 'live'),
        figure('empty data', results.empty, 'ready'),
        figure('used data', results.used, 'live'),
        figure('used data', results.used, 'ready'),
      ],
      notes: [
        `used data: ${documents} documents of ${chunks} chunks`,
        'peak memory is that of the server that was started',
      ],
      peakMemory: Math.max(...[...results.empty, ...results.used].map(({ memory }) => memory)),
    };
  },
};
