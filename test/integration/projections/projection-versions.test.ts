import { defineEntity, type EntityManager, type EntitySchema, MikroORM, p } from '@mikro-orm/core';
import { PgliteDriver } from '@mikro-orm/pglite';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../domain/kernel/failure.ts';
import {
  projectionGenerationSwitched,
  projectionResetRequested,
} from '../../../domain/operations/projection-events.ts';
import type { PgliteDatabase } from '../../../infra/storage/database/pglite-database.ts';
import { createDatabaseClock } from '../../../infra/storage/database-clock.ts';
import { createRowSealer } from '../../../infra/storage/key-vault/row-sealer.ts';
import { listLeases } from '../../../infra/storage/leases/list-leases.ts';
import { openReadModels } from '../../../projections/open-read-models.ts';
import { createProjectionStatusReader } from '../../../projections/read-projection-status.ts';
import { retryOnDroppedGeneration } from '../../../projections/retry-on-dropped-generation.ts';
import type { ProjectionDefinition } from '../../../projections/runner/projection-definition.ts';
import { runProjection } from '../../../projections/runner/run-projection.ts';
import { createTableSql, type TableShape, tableShapeOf } from '../../../projections/runner/table-shape.ts';
import { databaseKinds } from '../../support/databases.ts';
import { collect, count, counted, metadata } from '../../support/events.ts';
import { createInMemoryKeyVault } from '../../support/in-memory-key-vault.ts';
import { type LogHarness, openLogHarness, until } from '../../support/log-harness.ts';

/** Nothing read here is sealed. */
const noSecrets = createRowSealer(createInMemoryKeyVault());

/** The table of the first release. */
const sumEntity = defineEntity({
  name: 'Sum',
  tableName: 'sums',
  schema: '*',
  properties: { streamId: p.text().primary(), total: p.integer() },
});
/** The same table in a later release, with an additional column. */
const sumWithCountEntity = defineEntity({
  name: 'SumWithCount',
  tableName: 'sums',
  schema: '*',
  properties: { streamId: p.text().primary(), total: p.integer(), events: p.integer() },
});

/** The second and third releases count in hundredths; the third has an additional column. */
const releases: Record<
  1 | 2 | 3,
  { readonly entity: EntitySchema; readonly factor: number; readonly countsEvents: boolean }
> = {
  1: { entity: sumEntity, factor: 1, countsEvents: false },
  2: { entity: sumEntity, factor: 100, countsEvents: false },
  3: { entity: sumWithCountEntity, factor: 100, countsEvents: true },
};
type Release = keyof typeof releases;

const releaseOf = (version: Release, shape: TableShape): ProjectionDefinition => ({
  name: 'sums',
  version,
  reads: [shape],
  eventTypes: ['Counted'],
  create: async (session, schema) => {
    for (const statement of createTableSql(shape, schema)) await session.query(statement);
  },
  apply: async (session, schema, events) => {
    const { factor, countsEvents } = releases[version];
    for (const event of events) {
      const { n } = counted.schema.parse(event.data);
      await session.query(
        countsEvents
          ? `insert into "${schema}".sums as s (stream_id, total, events) values ($1, $2, 1)
             on conflict (stream_id) do update set total = s.total + excluded.total, events = s.events + 1`
          : `insert into "${schema}".sums as s (stream_id, total) values ($1, $2)
             on conflict (stream_id) do update set total = s.total + excluded.total`,
        [event.streamId, n * factor],
      );
    }
  },
});

const pauses = { firstRetry: 20, maxRetry: 100, stepDown: 50 };

/** Blocks its callers until it is opened. */
const createGate = () => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
};

for (const kind of databaseKinds) {
  describe(`a projection whose fold has a new version, on ${kind.name}`, () => {
    let log: LogHarness;
    let orm: MikroORM;
    let running: { readonly stop: AbortController; readonly done: Promise<void> }[];
    let gates: { readonly open: () => void }[];

    beforeEach(async () => {
      log = await openLogHarness(kind);
      const entities: EntitySchema[] = [sumEntity, sumWithCountEntity];
      orm = log.connectionString
        ? await MikroORM.init({ entities, driver: PostgreSqlDriver, clientUrl: log.connectionString })
        : await MikroORM.init({
            entities,
            driver: PgliteDriver,
            dbName: 'postgres',
            // Without a connection string the database is the embedded one.
            driverOptions: { pglite: (log.database as PgliteDatabase).pglite },
          });
      running = [];
      gates = [];
    });
    const stopRelease = async (): Promise<void> => {
      for (const { stop } of running) stop.abort();
      for (const gate of gates) gate.open();
      await Promise.all(running.map(({ done }) => done));
      running = [];
    };
    afterEach(async () => {
      await stopRelease();
      await orm.close();
      await log.dispose();
    });

    const definitionOf = (version: Release): ProjectionDefinition =>
      releaseOf(version, tableShapeOf(orm.getMetadata().get(releases[version].entity)));

    const askForReset = (generation: number) =>
      log.eventStore.append(
        'projection-sums',
        [
          {
            id: log.identity.newId(),
            type: projectionResetRequested.type,
            data: { projection: 'sums', generation },
            metadata: metadata(),
          },
        ],
        'any',
      );
    const decisions = async () =>
      (await collect(log.eventStore.readStream('projection-sums'))).map(({ type }) => type);
    const [asked, switched] = [projectionResetRequested.type, projectionGenerationSwitched.type];
    /** Runs a release of the program: follows the log, and reads. */
    const startRelease = (
      version: Release,
      changes: Partial<ProjectionDefinition> = {},
      timeout = 15_000,
      replaced: Partial<LogHarness> = {},
    ) => {
      const definition = { ...definitionOf(version), ...changes };
      const stop = new AbortController();
      running.push({ stop, done: runProjection(definition, { ...log, pauses, ...replaced }, stop.signal) });
      const readModels = openReadModels({
        database: log.database,
        metrics: log.metrics,
        generations: log.generations,
        entities: orm.em as EntityManager,
        followerRegistry: log.followerRegistry,
        sealer: noSecrets,
        projections: [definition],
        timeout,
      });
      return {
        readModels,
        read: async (after?: number) => {
          const view = await readModels.open('sums', after);
          const rows = await view.entities.find(
            releases[version].entity,
            {},
            { orderBy: { streamId: 'asc' } },
          );
          return {
            generation: view.generation,
            position: view.position,
            rows: rows.map((row: object) => ({ ...row })),
          };
        },
      };
    };
    /** Its new generation is not built before the gate opens. */
    const startGated = (version: Release, timeout?: number) => {
      const gate = createGate();
      gates.push(gate);
      const definition = definitionOf(version);
      const touched: string[] = [];
      const release = startRelease(
        version,
        {
          apply: async (session, schema, ...batch) => {
            touched.push(schema);
            await definition.apply(session, schema, ...batch);
          },
          prepare: async (...batch) => {
            await gate.opened;
            await definition.prepare?.(...batch);
          },
        },
        timeout,
      );
      return { ...release, gate, touched };
    };
    const append = async (...numbers: number[]): Promise<number> =>
      (
        await log.eventStore.append(
          'access-a',
          numbers.map((n) => count(n)),
          'any',
        )
      ).position;
    const runFirstRelease = async (): Promise<void> => {
      const first = startRelease(1);
      const { rows } = await first.read(await append(1, 2));
      expect(rows).toEqual([{ streamId: 'access-a', total: 3 }]);
      await stopRelease();
    };
    const states = async () =>
      (await log.generations.list(log.database)).map(({ generation, state }) => [generation, state]);

    it('answers from the unchanged old generation until the new one takes over', async () => {
      await runFirstRelease();
      const { read, readModels, gate, touched } = startGated(2);
      const reached = await append(4);
      await until('the next generation is under construction', async () =>
        (await states()).some(([, state]) => state === 'building'),
      );

      expect(await read()).toEqual({
        generation: 1,
        position: 2,
        rows: [{ streamId: 'access-a', total: 3 }],
      });
      // Nothing may wait: the hour would never pass.
      const anHour = 3_600_000;
      expect(await readModels.locate('sums', reached, anHour)).toMatchObject({ generation: 1, position: 2 });
      const [status] = await createProjectionStatusReader({
        ...log,
        clock: createDatabaseClock(log.database),
        listLeases: () => listLeases(log.database),
        projections: ['sums'],
        consumers: [],
        countParked: async () => new Map(),
      }).list();
      expect(status).toMatchObject({
        generation: 1,
        checkpoint: 2,
        state: 'running',
        rebuild: { generation: 2 },
      });
      expect(status?.eventsBehind).toBe((status?.head ?? 0) - 2);

      const waiting = read(reached);
      gate.open();
      expect(await waiting).toMatchObject({ generation: 2, rows: [{ streamId: 'access-a', total: 700 }] });
      expect(new Set(touched)).toEqual(new Set(['sums_g2']));
      expect(await states()).toEqual([
        [1, 'retired'],
        [2, 'live'],
      ]);
      expect(await log.database.query('select total from sums_g1.sums')).toEqual([{ total: 3 }]);
      // The new generation is updated like any other.
      expect((await read(await append(1))).rows).toEqual([{ streamId: 'access-a', total: 800 }]);
    });

    it('times out for a reader who needs more than the old generation holds', async () => {
      await runFirstRelease();
      const { read } = startGated(2, 300);
      const refused: unknown = await read(await append(4)).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Failure);
      expect(refused).toMatchObject({ reason: { code: 'timeout', component: 'sums', retryAfter: 1 } });
    });

    it('makes readers wait for events missing from the old generation, and answers from the new one', async () => {
      await runFirstRelease();
      const { read, gate } = startGated(3);
      const waiting = read();
      await until('the next generation is under construction', async () =>
        (await states()).some(([, state]) => state === 'building'),
      );
      gate.open();
      expect(await waiting).toMatchObject({
        generation: 2,
        rows: [{ streamId: 'access-a', total: 300, events: 2 }],
      });
    });

    it("reports a rebuild in progress when it outlasts the reader's wait", async () => {
      await runFirstRelease();
      const { read, readModels } = startGated(3, 300);
      const readings = await Promise.allSettled([read(), read(2), readModels.locate('sums', 99, 50)]);
      expect(readings).toHaveLength(3);
      for (const reading of readings) {
        const refused: unknown = reading.status === 'rejected' ? reading.reason : undefined;
        expect(refused).toBeInstanceOf(Failure);
        expect(refused).toMatchObject({ reason: { code: 'unavailable', component: 'sums', retryAfter: 5 } });
      }
    });

    it('never abandons the new generation, and leaves the old one alone while that fails', async () => {
      await runFirstRelease();
      let attempts = 0;
      const definition = definitionOf(2);
      const { read } = startRelease(2, {
        apply: async (...batch) => {
          attempts += 1;
          // More often than a build is attempted.
          if (attempts <= 5) throw new Error('not yet');
          await definition.apply(...batch);
        },
      });
      await until('the build is failing', () => log.followerRegistry.health('sums')?.state === 'failing');
      expect((await read()).rows).toEqual([{ streamId: 'access-a', total: 3 }]);
      expect((await read(await append(4))).rows).toEqual([{ streamId: 'access-a', total: 700 }]);
      expect(await decisions()).toEqual([asked, switched]);
      expect(log.followerRegistry.health('sums')?.state).toBe('running');
    });

    it('requests the new generation again after a failed request', async () => {
      await runFirstRelease();
      let refusals = 2;
      const { read } = startRelease(2, {}, 15_000, {
        rebuilds: {
          ...log.rebuilds,
          requestReset: async (...given) => {
            refusals -= 1;
            if (refusals >= 0) throw new Error('the log cannot be written');
            await log.rebuilds.requestReset(...given);
          },
        },
      });
      expect((await read(await append(4))).rows).toEqual([{ streamId: 'access-a', total: 700 }]);
    });

    it('restarts a build begun by another version', async () => {
      await runFirstRelease();
      startGated(2);
      await until('the second release builds', async () =>
        (await states()).some(([, state]) => state === 'building'),
      );
      await stopRelease();
      const third = startRelease(3);
      const { rows } = await third.read(await append(4));
      expect(rows).toEqual([{ streamId: 'access-a', total: 700, events: 3 }]);
    });

    it('drops an unfinished build once a later generation has taken over', async () => {
      await runFirstRelease();
      await log.database.query(
        `insert into projections.generations (projection, generation, definition_version, state) values ('sums', 2, 2, 'building')`,
      );
      await askForReset(3);
      startRelease(3);
      await until('the unfinished generation is dropped', async () => {
        const all = await states();
        return all.length === 2 && all.every(([generation]) => generation !== 2);
      });
    });

    it('is not downgraded by an older program, which leaves it to newer ones and says so', async () => {
      await runFirstRelease();
      const newer = startRelease(2);
      expect((await newer.read(await append(4))).generation).toBe(2);
      await stopRelease();
      for (const _round of ['one', 'two']) {
        const older = startRelease(1);
        await until(
          'the projection is blocked',
          () => log.followerRegistry.health('sums')?.state === 'blocked',
        );
        expect(log.followerRegistry.health('sums')?.error).toMatch(
          /version 2 of its fold.*Start the newer program/,
        );
        // It can read the rows of the newer release, which do not change meanwhile.
        expect(await older.read()).toMatchObject({
          generation: 2,
          rows: [{ streamId: 'access-a', total: 700 }],
        });
        expect(log.followerRegistry.get('sums')).toBeUndefined();
        await stopRelease();
      }
      const again = startRelease(2);
      expect((await again.read(await append(5))).rows).toEqual([{ streamId: 'access-a', total: 1200 }]);
      // An upgrade is one rebuild, however often the nodes of two versions alternate.
      expect(await decisions()).toEqual([asked, switched]);
    });

    it('is built by an older program when an admin requests it and no newer one is running', async () => {
      await runFirstRelease();
      const newer = startRelease(2);
      await newer.read(await append(4));
      await stopRelease();
      await askForReset(3);
      const older = startRelease(1);
      expect(await older.read(await append(5))).toMatchObject({
        generation: 3,
        rows: [{ streamId: 'access-a', total: 12 }],
      });
    });

    it('is left alone by an older program while a newer one is building it', async () => {
      await runFirstRelease();
      const fails = async (): Promise<void> => {
        throw new Error('never finished');
      };
      startRelease(2, { apply: fails });
      const building = async () =>
        (await log.generations.list(log.database)).filter(({ state }) => state === 'building');
      await until('the newer release builds', async () => (await building()).length === 1);
      await stopRelease();
      const older = startRelease(1);
      expect((await older.read(await append(4))).rows).toEqual([{ streamId: 'access-a', total: 7 }]);
      expect(await building()).toMatchObject([{ generation: 2, definitionVersion: 2 }]);
    });

    it('is looked up again by a reader whose generation was dropped before the read', async () => {
      await append(3);
      const { readModels, read } = startRelease(1);
      await read(1);
      const stale = await readModels.open('sums');
      for (const generation of [2, 3]) {
        await askForReset(generation);
        await until(
          'the generation is live',
          () => log.followerRegistry.get('sums')?.generation === generation,
        );
      }
      await until('the first generation is dropped', async () =>
        (await states()).every(([generation]) => generation !== 1),
      );
      const views = [stale];
      const rows = await retryOnDroppedGeneration(async () => {
        const view = views.pop() ?? (await readModels.open('sums'));
        return view.entities.find(sumEntity, {});
      });
      expect(rows).toMatchObject([{ streamId: 'access-a', total: 3 }]);
    });
  });
}
