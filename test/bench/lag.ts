import type { Database } from '../../ports/database.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { count } from '../support/events.ts';
import { type Arrivals, recordArrivals } from './harness/arrivals.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import { monotonicNow } from './harness/monotonic-clock.ts';
import { openBenchDatabase } from './harness/open-bench-database.ts';
import { openBenchStore } from './harness/open-bench-store.ts';
import { createPlainTable, insertPlainly } from './harness/plain-table.ts';
import { recordArrivalsElsewhere } from './harness/remote-arrivals.ts';
import { runPaced } from './harness/run-paced.ts';
import { percentile } from './harness/statistics.ts';

/** Milliseconds from the call to the arrival, and the failures. */
export type Lags = { readonly lags: readonly number[]; readonly missed: number; readonly repeated: number };

const TIMEOUT_MS = 5000;
const CHANNEL = 'bench_plain';
let next = 0;

/** Appends at a steady rate; the lag of an event starts with the call, and includes the append. */
export const measureLag = async (
  eventStore: EventStore,
  arrivals: Arrivals,
  perSecond: number,
  events: number,
): Promise<Lags> => {
  const calledAt = new Map<number, number>();
  await runPaced(perSecond, events, async () => {
    next += 1;
    const n = next;
    calledAt.set(n, monotonicNow());
    await eventStore.append(`query-${n}`, [count(n)], 'no-stream');
  });
  const lags = new Map<number, number>();
  let repeated = 0;
  for (const { n, at } of await arrivals.take(events, TIMEOUT_MS)) {
    const called = calledAt.get(n);
    if (called === undefined || lags.has(n)) repeated += 1;
    else lags.set(n, at - called);
  }
  return { lags: [...lags.values()], missed: calledAt.size - lags.size, repeated };
};

const selectSql = 'select data::text as data from bench.plain where stream_id = $1 and revision = 0';

/** The minimum within one process: write a row and read it. */
const measureInsertAndSelect = async (
  database: Database,
  perSecond: number,
  events: number,
): Promise<Lags> => {
  const lags: number[] = [];
  await runPaced(perSecond, events, async () => {
    next += 1;
    const streamId = `query-${next}`;
    const calledAt = monotonicNow();
    await insertPlainly(database, streamId, count(next));
    await database.query(selectSql, [streamId]);
    lags.push(monotonicNow() - calledAt);
  });
  return { lags, missed: 0, repeated: 0 };
};

/** The minimum between connections: write a row, notify, and read it where the notification arrives. */
const measureNotify = async (
  writer: Database,
  listener: Database,
  perSecond: number,
  events: number,
): Promise<Lags> => {
  const calledAt = new Map<string, number>();
  const lags: number[] = [];
  const readings: Promise<void>[] = [];
  const stopListening = await listener.listen(CHANNEL, (streamId) => {
    readings.push(
      listener.query(selectSql, [streamId]).then(() => {
        lags.push(monotonicNow() - (calledAt.get(streamId) ?? 0));
      }),
    );
  });
  await runPaced(perSecond, events, async () => {
    next += 1;
    const streamId = `query-${next}`;
    calledAt.set(streamId, monotonicNow());
    await insertPlainly(writer, streamId, count(next));
    await writer.query('select pg_notify($1, $2)', [CHANNEL, streamId]);
  });
  const deadline = monotonicNow() + TIMEOUT_MS;
  while (lags.length < events && monotonicNow() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await stopListening();
  await Promise.all(readings);
  return { lags, missed: calledAt.size - lags.length, repeated: 0 };
};

const shares = [
  { label: 'p50', share: 0.5, aim: '2 ms on PostgreSQL' },
  { label: 'p99', share: 0.99, aim: '10 ms on PostgreSQL' },
] as const;

/** From the append call to the delivery to a subscriber, at three rates. */
export const lag: Benchmark = {
  name: 'lag',
  run: async (context) => {
    const { quick } = context;
    const seconds = quick ? 1 : 5;
    const rounds = quick ? 1 : 3;
    await using opened = await openBenchDatabase(context);
    const store = await openBenchStore(opened.database);
    await createPlainTable(opened.database);
    const plain = await opened.connect(10);
    const listener = await opened.connect(10);

    const figures: Figure[] = [];
    const faults = { events: 0, missed: 0, repeated: 0 };
    const measure = async (
      where: string,
      arrivals: Arrivals,
      baseline: string,
      measureBaseline: (perSecond: number, events: number) => Promise<Lags>,
    ): Promise<void> => {
      await measureBaseline(100, 50);
      await measureLag(store, arrivals, 100, 50);
      for (const perSecond of [10, 100, 1000]) {
        const events = perSecond * seconds;
        const results = await interleave(rounds, {
          baseline: () => measureBaseline(perSecond, events),
          measured: () => measureLag(store, arrivals, perSecond, events),
        });
        for (const result of results.measured) {
          faults.events += events;
          faults.missed += result.missed;
          faults.repeated += result.repeated;
        }
        for (const { label, share, aim } of shares) {
          const ofEach = (all: readonly Lags[]) => all.map(({ lags }) => percentile(lags, share));
          figures.push(
            compare({
              name: `${where}, ${perSecond} events/s, ${label}`,
              unit: 'ms',
              measured: ofEach(results.measured),
              baseline,
              baselineMeasured: ofEach(results.baseline),
              aim,
            }),
          );
        }
      }
    };

    const here = recordArrivals(store, await store.head());
    await measure('same process', here, 'INSERT, then SELECT', (perSecond, events) =>
      measureInsertAndSelect(plain, perSecond, events),
    );
    await here.stop();
    if (opened.url !== undefined) {
      const elsewhere = await recordArrivalsElsewhere(opened.url);
      await measure(
        'other process',
        elsewhere,
        'INSERT, NOTIFY, SELECT by the listener',
        (perSecond, events) => measureNotify(plain, listener, perSecond, events),
      );
      await elsewhere.stop();
    }
    await store.close();
    const { events, missed, repeated } = faults;
    return {
      figures,
      notes: [
        `of ${events.toLocaleString('en-US')} events ${missed} were missed and ${repeated} came twice (both must be 0)`,
        'the lag begins with the call of append; at 10 events/s a round has so few events that p99 is its slowest one',
      ],
    };
  },
};
