import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { count } from '../support/events.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { closedLoop } from './harness/closed-loop.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchDatabase } from './harness/open-bench-database.ts';
import { openBenchStore } from './harness/open-bench-store.ts';
import { createPlainTable, insertPlainly } from './harness/plain-table.ts';

const MAX_CONNECTIONS = 16;
const aims: Readonly<Record<number, string>> = { 16: '2.5x on PostgreSQL', 64: '4x on PostgreSQL' };

/** Single events, each to a separate stream, as fast as the given number of callers can send them. */
export const appends: Benchmark = {
  name: 'appends',
  run: async (context) => {
    const { quick } = context;
    const milliseconds = quick ? 150 : 1500;
    const rounds = quick ? 2 : 7;
    await using opened = await openBenchDatabase(context);
    const store = await openBenchStore(opened.database);
    await createPlainTable(opened.database);

    let n = 0;
    const append = async (): Promise<void> => {
      n += 1;
      await store.append(`query-${n}`, [count(n)], 'no-stream');
    };

    const figures: Figure[] = [];
    for (const callers of [1, 16, 64]) {
      const connections = Math.min(callers, MAX_CONNECTIONS);
      const plain = await opened.connect(connections);
      const insert = async (): Promise<void> => {
        n += 1;
        await insertPlainly(plain, `query-${n}`, count(n));
      };
      // Opens the connections and warms the code up.
      await closedLoop(callers, milliseconds / 5, insert);
      await closedLoop(callers, milliseconds / 5, append);
      const { baseline, measured } = await interleave(rounds, {
        baseline: () => closedLoop(callers, milliseconds, insert),
        measured: () => closedLoop(callers, milliseconds, append),
      });
      const aim = aims[callers];
      figures.push(
        compare({
          name: `appends, ${callers} caller${callers === 1 ? '' : 's'}`,
          unit: '/s',
          measured: measured.map(({ perSecond }) => perSecond),
          baseline: 'prepared single-row INSERTs',
          baselineMeasured: baseline.map(({ perSecond }) => perSecond),
          ...omitUndefined({ aim }),
        }),
      );
      await plain.close();
    }
    await store.close();
    return {
      figures,
      notes: [
        context.choice.kind === 'PGlite'
          ? 'the baseline goes through the one connection that there is, as the log does'
          : `the baseline has as many connections as callers, at most ${MAX_CONNECTIONS}; the log writes through one at a time`,
        'the baseline builds the same events, but neither validates them nor checks revisions or repeated ids',
      ],
    };
  },
};
