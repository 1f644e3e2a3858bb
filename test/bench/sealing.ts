import { createHash } from 'node:crypto';
import { eventLeaf } from '../../domain/audit/event-leaf.ts';
import { emptyTreeEdge } from '../../domain/audit/merkle/tree-edge.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { sha256TreeHasher } from '../../infra/installation/sha256-tree-hasher.ts';
import { createLogProofs } from '../../infra/storage/log-proof/create-log-proofs.ts';
import { createLogTree } from '../../infra/storage/log-proof/create-log-tree.ts';
import { createPostgresTileStore } from '../../infra/storage/log-proof/postgres-tile-store.ts';
import { verifyLog } from '../../infra/storage/log-proof/verify-log.ts';
import type { Database } from '../../ports/database.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { silentLogger } from '../../ports/logger.ts';
import { note } from '../support/events.ts';
import { createInMemoryTiles } from '../support/in-memory-tiles.ts';
import { storedEventAt, storedLogOf } from '../support/stored-log.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchDatabase } from './harness/open-bench-database.ts';
import { openBenchStore } from './harness/open-bench-store.ts';

const never = new AbortController().signal;
const perSecond = async (count: number, work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return count / ((performance.now() - started) / 1000);
};

/** Verifying a log in memory: what reading it costs is measured by others. */
const verification = async (rounds: number, events: number) => {
  const log = Array.from({ length: events }, (_, index) =>
    storedEventAt(index + 1, { data: JSON.stringify({ text: 'x'.repeat(600) }) }),
  );
  // A page is found by its position, as in a log.
  const eventStore: Pick<EventStore, 'readStored'> = {
    readStored: async (after, limit) => ({
      events: log.slice(after, after + limit),
      scannedTo: Math.min(after + limit, events),
      head: events,
    }),
  };
  const needs = { eventStore, tiles: createInMemoryTiles(), checkpoints: [] };
  return interleave(rounds, {
    verify: () =>
      perSecond(events, async () => {
        for await (const line of verifyLog(needs, never))
          if (line.kind === 'altered') throw new Error('altered');
      }),
    hash: () =>
      perSecond(events, async () => {
        for (const event of log) createHash('sha256').update(eventLeaf(event)).digest();
      }),
  });
};

/** Milliseconds of one proof in a tree of many events, whose tiles are in the database. */
const proofTime = async (database: Database, events: number, proofs: number): Promise<number> => {
  const tiles = createPostgresTileStore(database);
  const edge = emptyTreeEdge(sha256TreeHasher);
  while (edge.size() < events) {
    for (let added = 0; added < 50_000 && edge.size() < events; added += 1)
      edge.append(createHash('sha256').update(String(edge.size())).digest());
    await tiles.write(edge.takeTiles());
  }
  const eventStore = storedLogOf([]);
  const tree = createLogTree({ eventStore, tiles });
  const { inclusion } = createLogProofs({ eventStore, tiles, tree, logger: silentLogger });
  const head = { size: edge.size(), root: edge.root() };
  const times: number[] = [];
  for (let turn = 0; turn < proofs; turn += 1) {
    const started = performance.now();
    await inclusion(1 + Math.floor((turn * events) / proofs), head);
    times.push(performance.now() - started);
  }
  await tiles.clear();
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
};

/** Appends in batches of a hundred, alone and while the tree is extended behind them without a pause. */
const appends = async (database: Database, rounds: number, batches: number) => {
  const store = await openBenchStore(database);
  const tree = createLogTree({ eventStore: store, tiles: createPostgresTileStore(database) });
  const append = async (): Promise<void> => {
    for (let batch = 0; batch < batches; batch += 1)
      await store.append(
        streamIdOf('settings', crypto.randomUUID()),
        Array.from({ length: 100 }, () => note('x'.repeat(600))),
        'no-stream',
      );
  };
  const edge = emptyTreeEdge(sha256TreeHasher);
  const speeds = await interleave(rounds, {
    alone: () => perSecond(batches * 100, append),
    sealed: async () => {
      await tree.grow(edge, Number.MAX_SAFE_INTEGER, never);
      return perSecond(batches * 100, async () => {
        let isDone = false;
        const seal = async (): Promise<void> => {
          while (!isDone) {
            await tree.grow(edge, 10_000, never);
            await tree.store(edge);
            await new Promise((resolve) => setTimeout(resolve, 500));
          }
        };
        const sealing = seal();
        await append();
        isDone = true;
        await sealing;
      });
    },
  });
  await store.close();
  return speeds;
};

/** What the tree over the log costs: verification, proofs, and appends beside the sealer. */
export const sealing: Benchmark = {
  name: 'sealing',
  run: async (context) => {
    const { quick } = context;
    const verified = await verification(quick ? 1 : 5, quick ? 2_000 : 100_000);
    await using opened = await openBenchDatabase(context);
    const { database } = opened;
    const speeds = await appends(database, quick ? 1 : 5, quick ? 3 : 100);
    const events = quick ? 5_000 : 1_000_000;
    const milliseconds = await proofTime(database, events, quick ? 5 : 500);
    return {
      figures: [
        compare({
          name: 'verification of a log, without reading it',
          unit: 'events/s',
          measured: verified.verify,
          baseline: 'one SHA-256 of each leaf',
          baselineMeasured: verified.hash,
          aim: 'above 100,000 events/s',
        }),
        compare({
          name: 'appends beside the sealer',
          unit: 'events/s',
          measured: speeds.sealed,
          baseline: 'appends alone',
          baselineMeasured: speeds.alone,
          aim: 'above 95 %',
        }),
        compare({
          name: `a proof at ${events} events, checked`,
          unit: 'ms',
          measured: [milliseconds],
          baseline: 'the aim',
          baselineMeasured: [5],
          aim: 'below 5 ms',
        }),
      ],
    };
  },
};
