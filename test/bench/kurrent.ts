import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import { migrateDatabase } from '../../infra/storage/database/migrate-database.ts';
import { createEventSerializer } from '../../infra/storage/event-serialization/event-serializer.ts';
import { openKurrentEventStore } from '../../infra/storage/event-store-kurrent/kurrent-event-store.ts';
import { createPostgresLeases } from '../../infra/storage/leases/postgres-leases.ts';
import type { Database } from '../../ports/database.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { silentLogger } from '../../ports/logger.ts';
import { count, counted } from '../support/events.ts';
import { createInMemoryKeyVault } from '../support/in-memory-key-vault.ts';
import { kurrentConfiguration } from '../support/kurrent.ts';
import { recordArrivals } from './harness/arrivals.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { closedLoop } from './harness/closed-loop.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchDatabase } from './harness/open-bench-database.ts';
import { openBenchStore } from './harness/open-bench-store.ts';
import { percentile } from './harness/statistics.ts';
import { type Lags, measureLag } from './lag.ts';

const realUrl = process.env.TEST_EVENTSTORE_URL;

/** The test server in a separate process, so that it does not distort the measurement. */
const startServer = async (): Promise<{ readonly url: string; readonly child: ChildProcess }> => {
  const script = join(import.meta.dirname, '../support/kurrent-process.ts');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { url: String(url), child };
};

const openStore = async (url: string, database: Database) => {
  await migrateDatabase(database);
  return openKurrentEventStore({
    configuration: kurrentConfiguration(url),
    database,
    leases: createPostgresLeases({ database, logger: silentLogger, owner: randomUUID() }),
    serializer: createEventSerializer({
      registry: createEventRegistry([counted]),
      vault: createInMemoryKeyVault(),
    }),
    logger: silentLogger,
  });
};

/** Appends to a log in KurrentDB, and their lag, compared with a log in the database. */
export const kurrent: Benchmark = {
  name: 'kurrent',
  run: async (context) => {
    const { quick } = context;
    const rounds = quick ? 1 : 5;
    const milliseconds = quick ? 500 : 1500;
    const server = realUrl === undefined ? await startServer() : undefined;
    await using inside = await openBenchDatabase(context);
    await using beside = await openBenchDatabase(context);
    const inDatabase = await openBenchStore(inside.database);
    const inKurrent = await openStore(server?.url ?? realUrl ?? '', beside.database);
    let n = 0;
    const appendTo = (store: EventStore) => async (): Promise<void> => {
      n += 1;
      await store.append(`query-bench${n}`, [count(n)], 'no-stream');
    };
    const figures: Figure[] = [];
    for (const callers of [1, 16, 64]) {
      const load = (store: EventStore) => () => closedLoop(callers, milliseconds, appendTo(store));
      // Opens the connections and warms the code up.
      for (const store of [inDatabase, inKurrent]) await closedLoop(callers, 300, appendTo(store));
      const { baseline, measured } = await interleave(rounds, {
        baseline: load(inDatabase),
        measured: load(inKurrent),
      });
      figures.push(
        compare({
          name: `appends to KurrentDB, ${callers} caller${callers === 1 ? '' : 's'}`,
          unit: '/s',
          measured: measured.map(({ perSecond }) => perSecond),
          baseline: 'the log in the database',
          baselineMeasured: baseline.map(({ perSecond }) => perSecond),
        }),
      );
    }

    const arrivals = {
      baseline: recordArrivals(inDatabase, await inDatabase.head()),
      measured: recordArrivals(inKurrent, await inKurrent.head()),
    };
    const events = quick ? 100 : 500;
    const results = await interleave(rounds, {
      baseline: () => measureLag(inDatabase, arrivals.baseline, 100, events),
      measured: () => measureLag(inKurrent, arrivals.measured, 100, events),
    });
    for (const [label, share] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const) {
      const ofEach = (all: readonly Lags[]) => all.map(({ lags }) => percentile(lags, share));
      figures.push(
        compare({
          name: `lag with KurrentDB, 100 events/s, ${label}`,
          unit: 'ms',
          measured: ofEach(results.measured),
          baseline: 'the log in the database',
          baselineMeasured: ofEach(results.baseline),
        }),
      );
    }
    const missed = results.measured.reduce((sum, one) => sum + one.missed + one.repeated, 0);
    for (const one of [arrivals.baseline, arrivals.measured]) await one.stop();
    await inDatabase.close();
    await inKurrent.close();
    server?.child.kill();
    return {
      figures,
      notes: [
        server
          ? 'KurrentDB is the test server of this repository, which keeps its log in memory: the figures show what the adapter and the numbering cost, not what KurrentDB does'
          : 'KurrentDB is the one of TEST_EVENTSTORE_URL',
        'an append is answered when it is stored there and numbered in the database',
        `${missed} events were missed or came twice on the way from KurrentDB (must be 0)`,
      ],
    };
  },
};
