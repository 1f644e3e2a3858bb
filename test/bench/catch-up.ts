import { randomUUID } from 'node:crypto';
import { defineEntity, MikroORM, p } from '@mikro-orm/core';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { allEvents } from '../../domain/all-events.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import { createIdentitySource } from '../../infra/installation/identity-source.ts';
import { migrateDatabase } from '../../infra/storage/database/migrate-database.ts';
import type { PostgresEventStore } from '../../infra/storage/event-store/postgres-event-store.ts';
import { postgresGenerations } from '../../infra/storage/generations/postgres-generations.ts';
import { createRowSealer } from '../../infra/storage/key-vault/row-sealer.ts';
import type { Database } from '../../ports/database.ts';
import { defineKeyedProjection } from '../../projections/keyed-projection.ts';
import { createGeneration } from '../../projections/runner/generation-tables.ts';
import { keyedProjectionDefinition } from '../../projections/runner/keyed-projection-definition.ts';
import type { ProjectionDefinition } from '../../projections/runner/projection-definition.ts';
import {
  createTableSql,
  type TableShape,
  tableShapeOf,
  tableStatements,
} from '../../projections/runner/table-shape.ts';
import { metadata } from '../support/events.ts';
import { createInMemoryKeyVault } from '../support/in-memory-key-vault.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { followToHead } from './harness/follow-to-head.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchDatabase } from './harness/open-bench-database.ts';
import { openBenchStore } from './harness/open-bench-store.ts';

const PAGE = 1000;

/** A minimal read model: the figure measures delivery, not the row. */
const readingEntity = defineEntity({
  name: 'Reading',
  tableName: 'readings',
  schema: '*',
  properties: {
    queryId: p.text().primary(),
    readBy: p.text(),
    readAt: p.text(),
    position: p.bigint('number'),
  },
});

export const readings = defineKeyedProjection({
  name: 'readings',
  version: 1,
  entity: readingEntity,
  key: 'queryId',
  folds: {
    AnswerRead: {
      startsRow: true,
      keys: (event) => [event.data.queryId],
      evolve: (_, event) => ({
        queryId: event.data.queryId,
        readBy: event.metadata.actor.id,
        readAt: event.recordedAt,
        position: event.position,
      }),
    },
  },
});

/** The table of the read model, from MikroORM's metadata as in production, without a connection. */
export const shapeOfReadings = async (): Promise<TableShape> => {
  const orm = await MikroORM.init({ entities: [readingEntity], driver: PostgreSqlDriver, dbName: 'unused' });
  return tableShapeOf(orm.getMetadata().get(readingEntity));
};

/** Ignores all events of the log. */
const ignoring: ProjectionDefinition = {
  name: 'ignoring',
  reads: [],
  version: 1,
  eventTypes: ['DocumentWithdrawn'],
  create: async () => {},
  apply: async () => {},
};

/** Fills the log with records of reads, each of which makes a row of `readings`. */
export const fillWithReads = async (store: PostgresEventStore, events: number): Promise<void> => {
  const identity = createIdentitySource();
  // The key of the row is the event's own id, so that the baseline writes the same keys in the same order.
  const read = (): NewEvent => {
    const id = identity.newId();
    return { id, type: 'AnswerRead', data: { queryId: id }, metadata: metadata() };
  };
  for (let stored = 0; stored < events; stored += PAGE) {
    await store.append(`access-${randomUUID()}`, Array.from({ length: PAGE }, read), 'no-stream');
  }
};

const selectPageSql = `
  select position, stream_id, revision, id, type, schema_version, recorded_at, data::text as data,
         metadata::text as metadata
    from event_log.events where position > $1 order by position limit ${PAGE}`;

/** The minimum: pages by key, with rows copied without decoding or folding. */
const copyPages = async (database: Database, shape: TableShape, schema: string): Promise<void> => {
  await database.execute(`create schema ${schema}; ${createTableSql(shape, schema).join(';')}`);
  const { upsert } = tableStatements(shape, schema);
  let after: unknown = 0;
  for (;;) {
    const rows = await database.query(selectPageSql, [Number(after)]);
    if (rows.length === 0) return;
    const copies = rows.map((row) => ({
      queryId: row.id,
      readBy: row.type,
      readAt: row.recorded_at,
      position: row.position,
    }));
    await database.query(upsert, [JSON.stringify(copies)]);
    after = rows.at(-1)?.position;
  }
};

/** The rate at which a new read model reaches the head of a long log. */
export const catchUp: Benchmark = {
  name: 'catch-up',
  run: async (context) => {
    const events = context.quick ? 5_000 : 100_000;
    const rounds = context.quick ? 2 : 5;
    await using opened = await openBenchDatabase(context);
    const { database } = opened;
    const store = await openBenchStore(database, createEventRegistry(allEvents));
    await migrateDatabase(database);
    await fillWithReads(store, events);
    await database.query('analyze event_log.events');

    const shape = await shapeOfReadings();
    const definition = keyedProjectionDefinition(readings, shape, {
      database,
      sealer: createRowSealer(createInMemoryKeyVault()),
    });
    let generation = 0;
    const perSecond = async (work: () => Promise<unknown>): Promise<number> => {
      const started = performance.now();
      await work();
      return events / ((performance.now() - started) / 1000);
    };
    const follow = async (what: ProjectionDefinition): Promise<number> => {
      generation += 1;
      const current = generation;
      await createGeneration(database, postgresGenerations, what, {
        generation: current,
        state: 'building',
        target: events,
      });
      const milliseconds = await followToHead(database, store, {
        definition: what,
        generation: current,
        from: 0,
      });
      if (what !== ignoring) {
        const [row] = await database.query(
          `select count(*)::int as rows from "${what.name}_g${current}".readings`,
        );
        if (row?.rows !== events) throw new Error(`${String(row?.rows)} of ${events} rows were written.`);
      }
      await database.execute(`drop schema "${what.name}_g${current}" cascade`);
      return events / (milliseconds / 1000);
    };
    const copy = async (): Promise<number> => {
      const speed = await perSecond(() => copyPages(database, shape, 'bench_copy'));
      await database.execute('drop schema bench_copy cascade');
      return speed;
    };

    const upserting = await interleave(rounds, { baseline: copy, measured: () => follow(definition) });
    const passing = await interleave(rounds, {
      baseline: () =>
        perSecond(() =>
          database.query('select count(*) from event_log.events where type = any($1::text[])', [
            ignoring.eventTypes,
          ]),
        ),
      measured: () => follow(ignoring),
    });
    await store.close();
    return {
      figures: [
        compare({
          name: `a row for each of ${events.toLocaleString('en-US')} events`,
          unit: 'events/s',
          measured: upserting.measured,
          baseline: 'keyset SELECT and set-based upsert, nothing decoded',
          baselineMeasured: upserting.baseline,
          aim: '0.8x',
        }),
        compare({
          name: 'all of them ignored',
          unit: 'events/s',
          measured: passing.measured,
          baseline: 'one SELECT that counts the events of those types',
          baselineMeasured: passing.baseline,
        }),
      ],
      notes: [`pages of ${PAGE} events; every event makes a new row of four columns`],
    };
  },
};
