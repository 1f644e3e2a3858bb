import type { EntityManager } from '@mikro-orm/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executeDecider } from '../../../commands/runtime/execute-decider.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { projectionDecider } from '../../../domain/operations/projection-decider.ts';
import {
  projectionGenerationSwitched,
  projectionRebuildFailed,
  projectionResetRequested,
} from '../../../domain/operations/projection-events.ts';
import { createFollowerRegistry } from '../../../followers/follower-registry.ts';
import { readModelUnavailable } from '../../../followers/read-model-unavailable.ts';
import type { FollowerServices } from '../../../followers/run-follower.ts';
import { createRowSealer } from '../../../infra/storage/key-vault/row-sealer.ts';
import { openReadModels } from '../../../projections/open-read-models.ts';
import { createGeneration } from '../../../projections/runner/generation-tables.ts';
import {
  generationSchema,
  type ProjectionDefinition,
} from '../../../projections/runner/projection-definition.ts';
import { runProjection } from '../../../projections/runner/run-projection.ts';
import { databaseKinds } from '../../support/databases.ts';
import { collect, count, counted, foretell, metadata, note, recount } from '../../support/events.ts';
import { failureOf } from '../../support/failure-of.ts';
import { createInMemoryKeyVault } from '../../support/in-memory-key-vault.ts';
import { type LogHarness, openLogHarness, until } from '../../support/log-harness.ts';

/** Nothing read here is sealed. */
const noSecrets = createRowSealer(createInMemoryKeyVault());

/** Counts the `Counted` events of each stream, and their sum: any event folded twice or lost shows. */
const tally = (overrides: Partial<ProjectionDefinition> = {}): ProjectionDefinition => ({
  name: 'tally',
  version: 1,
  reads: [],
  eventTypes: ['Counted'],
  create: async (session, schema) => {
    await session.query(
      `create table "${schema}".tally (stream_id text primary key, events integer, total integer)`,
    );
  },
  apply: async (session, schema, events) => {
    for (const event of events) {
      const { n } = counted.schema.parse(event.data);
      await session.query(
        `insert into "${schema}".tally as t values ($1, 1, $2)
         on conflict (stream_id) do update set events = t.events + 1, total = t.total + excluded.total`,
        [event.streamId, n],
      );
    }
  },
  ...overrides,
});

const pauses = { firstRetry: 20, maxRetry: 100, stepDown: 100 };

for (const kind of databaseKinds) {
  describe(`the projection runner on ${kind.name}`, () => {
    let log: LogHarness;
    let stop: AbortController;
    let runs: Promise<void>[];

    beforeEach(async () => {
      log = await openLogHarness(kind);
      stop = new AbortController();
      runs = [];
    });
    afterEach(async () => {
      stop.abort();
      await Promise.all(runs);
      await log.dispose();
    });

    /** The decisions about generations in the log. */
    const decisions = async (): Promise<readonly string[]> =>
      (await collect(log.eventStore.readStream('projection-tally'))).map(({ type, data }) => {
        switch (type) {
          case projectionGenerationSwitched.type: {
            const { previous, generation } = projectionGenerationSwitched.schema.parse(data);
            return `switched ${previous} → ${generation}`;
          }
          case projectionRebuildFailed.type:
            return `failed ${projectionRebuildFailed.schema.parse(data).generation}`;
          default:
            return `reset ${projectionResetRequested.schema.parse(data).generation}`;
        }
      });
    const decided = (what: string) =>
      until(`the log contains ${what}`, async () => (await decisions()).includes(what));
    const run = (
      definition: ProjectionDefinition,
      changes: Partial<LogHarness & Pick<FollowerServices, 'pauses'>> = {},
      signal = stop.signal,
    ): Promise<void> => {
      const running = runProjection(definition, { ...log, pauses, ...changes }, signal);
      runs.push(running);
      return running;
    };
    const append = (stream: string, ...numbers: number[]): Promise<{ position: Position }> =>
      log.eventStore.append(
        `access-${stream}`,
        numbers.map((n) => count(n)),
        'any',
      );
    const requestReset = (generation: number) =>
      log.eventStore.append(
        'projection-tally',
        [
          {
            id: log.identity.newId(),
            type: projectionResetRequested.type,
            data: { projection: 'tally', generation },
            metadata: metadata(),
          },
        ],
        'any',
      );
    const rows = (generation: number) =>
      log.database.query(
        `select stream_id, events, total from "${generationSchema('tally', generation)}".tally order by stream_id`,
      );
    const reached = (position: Position) =>
      until(
        `position ${position} is reached`,
        () => (log.followerRegistry.get('tally')?.position ?? 0) >= position,
      );
    const started = () =>
      until('the projection is known', () => log.followerRegistry.get('tally') !== undefined);

    it('folds past events and then new ones, each once', async () => {
      await append('a', 1, 2, 3);
      run(tally());
      await started();
      await append('a', 4);
      const { position } = await append('b', 5);
      await reached(position);
      expect(await rows(1)).toEqual([
        { stream_id: 'access-a', events: 4, total: 10 },
        { stream_id: 'access-b', events: 1, total: 5 },
      ]);
    });

    it('moves its checkpoint past ignored events, and stores it', async () => {
      run(tally());
      await started();
      const { position } = await log.eventStore.append('access-a', [note('x'), note('y')], 'any');
      await reached(position);
      await until(
        'the checkpoint is stored',
        async () => (await log.generations.list(log.database))[0]?.position === position,
      );
    });

    it('resumes where it stopped', async () => {
      const first = new AbortController();
      const running = run(tally(), {}, first.signal);
      await started();
      await reached((await append('a', 1)).position);
      first.abort();
      await running;
      await append('a', 2);
      run(tally());
      await started();
      await reached((await append('a', 3)).position);
      expect(await rows(1)).toEqual([{ stream_id: 'access-a', events: 3, total: 6 }]);
    });

    it('folds every event exactly once although batches keep failing midway', async () => {
      let failures = 0;
      const flaky = tally({
        batchSize: 7,
        apply: async (session, schema, events, position) => {
          const half = Math.floor(events.length / 2);
          await tally().apply(session, schema, events.slice(0, half), position);
          if (failures < 3) {
            failures += 1;
            throw new Error('the connection broke');
          }
          await tally().apply(session, schema, events.slice(half), position);
        },
      });
      for (let n = 1; n <= 30; n += 1) await append(n % 2 === 0 ? 'even' : 'odd', n);
      run(flaky);
      await until('all events are folded', async () => log.followerRegistry.get('tally')?.position === 30);
      expect(failures).toBe(3);
      expect(await rows(1)).toEqual([
        { stream_id: 'access-even', events: 15, total: 240 },
        { stream_id: 'access-odd', events: 15, total: 225 },
      ]);
    });

    it('reports that it is failing, skips nothing, and recovers automatically', async () => {
      let broken = true;
      const breaking = tally({
        apply: async (session, schema, events, position) => {
          if (broken) throw new Error('secret patient data');
          await tally().apply(session, schema, events, position);
        },
      });
      run(breaking);
      await started();
      const { position } = await append('a', 1);
      await until(
        'the projection is failing',
        () => log.followerRegistry.health('tally')?.state === 'failing',
      );
      expect(log.followerRegistry.health('tally')?.error).not.toMatch(/patient/);
      expect((await log.generations.list(log.database))[0]?.position).toBe(0);
      broken = false;
      await reached(position);
      expect(log.followerRegistry.health('tally')?.state).toBe('running');
      expect(await rows(1)).toEqual([{ stream_id: 'access-a', events: 1, total: 1 }]);
    });

    it('rebuilds next to the live generation, which keeps serving under load', async () => {
      for (let n = 1; n <= 300; n += 1) await append(`${n % 5}`, 1);
      let builds = 0;
      // The rebuild is slow, so that writes and reads continue during it.
      const slow = tally({
        batchSize: 50,
        apply: async (session, schema, events, position) => {
          if (schema.endsWith('_g2')) {
            builds += 1;
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          await tally().apply(session, schema, events, position);
        },
      });
      run(slow);
      await until('the past events are folded', () => log.followerRegistry.get('tally')?.position === 300);

      let writing = true;
      let written = 300;
      const writer = (async () => {
        while (writing) {
          await append(`${written % 5}`, 1);
          written += 1;
        }
      })();
      const totals: number[] = [];
      await requestReset(2);
      await until('the new generation is live', async () => {
        const generation = log.followerRegistry.get('tally')?.generation ?? 1;
        const total = (await rows(generation)).reduce((sum, row) => sum + Number(row.total), 0);
        totals.push(total);
        return generation === 2;
      });
      writing = false;
      await writer;

      const head = await log.eventStore.head();
      await reached(head);
      expect(builds).toBeGreaterThan(3);
      // Readers during the rebuild never saw less than before.
      expect(totals).toEqual(totals.toSorted((a, b) => a - b));
      expect(totals[0]).toBeGreaterThanOrEqual(300);
      expect((await rows(2)).reduce((sum, row) => sum + Number(row.total), 0)).toBe(written);
      await decided('switched 1 → 2');
      // The previous generation stays as a fallback.
      expect(
        (await log.generations.list(log.database)).map(({ generation, state }) => [generation, state]),
      ).toEqual([
        [1, 'retired'],
        [2, 'live'],
      ]);
    });

    it('keeps only the previous generation', async () => {
      run(tally());
      await started();
      await append('a', 1);
      for (const generation of [2, 3]) {
        await requestReset(generation);
        await decided(`switched ${generation - 1} → ${generation}`);
        await until(
          'the generation is live',
          () => log.followerRegistry.get('tally')?.generation === generation,
        );
      }
      await until(
        'the first generation is dropped',
        async () => (await log.generations.list(log.database)).length === 2,
      );
      await expect(rows(1)).rejects.toThrow(/does not exist/);
      expect(await rows(2)).toEqual(await rows(3));
    });

    it('keeps serving when a rebuild fails, and reports that', async () => {
      const unbuildable = tally({
        apply: async (session, schema, events, position) => {
          if (schema.endsWith('_g2')) throw new Error('cannot be built');
          await tally().apply(session, schema, events, position);
        },
      });
      await append('a', 1);
      run(unbuildable);
      await started();
      await requestReset(2);
      await decided('failed 2');
      const { position } = await append('a', 2);
      await reached(position);
      expect(log.followerRegistry.get('tally')?.generation).toBe(1);
      expect(await rows(1)).toEqual([{ stream_id: 'access-a', events: 2, total: 3 }]);
    });

    it('requests a rebuild when the fold has a new version', async () => {
      const first = new AbortController();
      const running = run(tally(), {}, first.signal);
      await started();
      first.abort();
      await running;
      run(tally({ version: 2 }));
      await decided('reset 2');
    });

    it('requests a rebuild when the generation has the wrong shape', async () => {
      const first = new AbortController();
      const running = run(tally(), {}, first.signal);
      await started();
      first.abort();
      await running;
      const asked: number[] = [];
      run({
        ...tally(),
        isCurrent: async (generation) => {
          asked.push(generation);
          return false;
        },
      });
      await decided('reset 2');
      expect(asked).toEqual([1]);
    });

    it('updates a generation that cannot be replaced yet, and requests another once it can be', async () => {
      let answer: false | 'awaiting' = 'awaiting';
      let looks = 0;
      run(
        {
          ...tally(),
          isCurrent: async () => {
            looks += 1;
            return answer;
          },
        },
        { pauses: { ...pauses, lookAgain: 10 } },
      );
      const { position } = await append('a', 1, 2);
      await reached(position);
      expect(await rows(1)).toEqual([{ stream_id: 'access-a', events: 2, total: 3 }]);
      await until('the generation was examined again', () => looks > 2);
      answer = false;
      await decided('switched 1 → 2');
      expect(await rows(2)).toEqual([{ stream_id: 'access-a', events: 2, total: 3 }]);
    });

    it('plans a generation before creating it, and marks the ones needed immediately', async () => {
      const planned: (readonly [number, string])[] = [];
      run({
        ...tally(),
        plan: async (generation, use) => {
          planned.push([generation, use]);
        },
      });
      await started();
      await requestReset(2);
      await decided('switched 1 → 2');
      expect(planned).toEqual([
        [1, 'read-at-once'],
        [2, 'read-when-built'],
      ]);
    });

    it('lets one process work at a time, and another one take over', async () => {
      const first = new AbortController();
      const running = run(tally(), { leases: log.leasesOf('one') }, first.signal);
      await started();
      const followerRegistry = { ...log.followerRegistry, set: () => {}, get: () => undefined };
      let took = false;
      run(tally(), {
        leases: log.leasesOf('two'),
        followerRegistry: {
          ...followerRegistry,
          set: () => {
            took = true;
          },
        },
      });
      const { position } = await append('a', 1, 2);
      await reached(position);
      expect(took).toBe(false);
      first.abort();
      await running;
      await until('the other process took over', () => took);
      await append('a', 3);
      await until('the process folds', async () => (await rows(1))[0]?.total === 6);
      expect(await rows(1)).toEqual([{ stream_id: 'access-a', events: 3, total: 6 }]);
    });

    it('refuses the writes of a former lease owner', async () => {
      const gone = await log.leasesOf('gone', 150).acquire('projection:tally', stop.signal);
      await log.database.transaction((session) =>
        createGeneration(session, log.generations, tally(), { generation: 1, state: 'live', target: 0 }),
      );
      // The owner hangs: the lease is not renewed.
      await log.database.query(`update coordination.leases set expires_at = '-infinity'`);
      const next = await log.leasesOf('next').acquire('projection:tally', stop.signal);
      const move = (fence: number) =>
        log.generations.moveCheckpoint(log.database, 'tally', {
          generation: 1,
          from: 0,
          to: 5,
          fence: { name: 'projection:tally', fence },
        });
      expect(await move(gone?.fence ?? 0)).toBe(false);
      expect(await move(next?.fence ?? 0)).toBe(true);
      // And a checkpoint is not moved from another position.
      expect(await move(next?.fence ?? 0)).toBe(false);
      await gone?.release();
      await next?.release();
    });

    describe('carries out what the log says', () => {
      /** The steps of a rebuild, each recognized by its first distinctive statement. */
      const steps = {
        'creates the tables': /insert into projections\.generations/,
        'folds into them': /insert into "tally_g2"/,
        'decides to switch': projectionGenerationSwitched.type,
        'switches the tables': /set state = 'live'/,
        'drops old tables': /drop schema if exists "tally_g1" cascade/,
      } as const;

      /** The services of a process that dies right before or right after a step, and fail from then on. */
      const dyingAt = (step: keyof typeof steps, moment: 'before' | 'after', die: () => void) => {
        const what = steps[step];
        let dead = false;
        const killed = (): Error => {
          dead = true;
          die();
          return new Error('killed');
        };
        const during = async <T>(isIt: () => boolean, act: () => Promise<T>): Promise<T> => {
          if (dead || (moment === 'before' && isIt())) throw killed();
          const done = await act();
          if (dead || isIt()) throw killed();
          return done;
        };
        const transaction: LogHarness['database']['transaction'] = (work) => {
          let isIt = false;
          return during(
            () => isIt,
            () =>
              log.database.transaction((session) =>
                work({
                  query: (text, values) => {
                    isIt ||= what instanceof RegExp && what.test(text);
                    if (dead || (isIt && moment === 'before')) throw killed();
                    return session.query(text, values);
                  },
                }),
              ),
          );
        };
        return {
          database: {
            ...log.database,
            transaction,
            query: (...given: Parameters<typeof log.database.query>) =>
              during(
                () => false,
                () => log.database.query(...given),
              ),
          },
          rebuilds: {
            ...log.rebuilds,
            recordSwitched: (...given: Parameters<typeof log.rebuilds.recordSwitched>) =>
              during(
                () => what === projectionGenerationSwitched.type,
                () => log.rebuilds.recordSwitched(...given),
              ),
          },
        };
      };

      for (const step of Object.keys(steps) as (keyof typeof steps)[]) {
        for (const moment of ['before', 'after'] as const) {
          it(`when a process dies right ${moment} it ${step}`, async () => {
            // Generation 1 is to be dropped when 3 takes over, so that one is rebuilt twice.
            const generation = step === 'drops old tables' ? 3 : 2;
            const first = new AbortController();
            const preparing = run(tally(), {}, first.signal);
            await started();
            await append('a', 1, 2, 3);
            if (generation === 3) {
              await requestReset(2);
              await until(
                'the second generation is live',
                () => log.followerRegistry.get('tally')?.generation === 2,
              );
            }
            first.abort();
            await preparing;

            const death = new AbortController();
            const dying = run(
              tally(),
              dyingAt(step, moment, () => death.abort()),
              death.signal,
            );
            await requestReset(generation);
            await append('b', 4);
            await until('the process is dead', () => death.signal.aborted);
            await dying;

            run(tally());
            await until(
              'the new generation is live',
              () => log.followerRegistry.get('tally')?.generation === generation,
            );
            await reached((await append('a', 5)).position);
            expect(await rows(generation)).toEqual([
              { stream_id: 'access-a', events: 4, total: 11 },
              { stream_id: 'access-b', events: 1, total: 4 },
            ]);
            const wanted = ['reset 2', 'switched 1 → 2', 'reset 3', 'switched 2 → 3'];
            expect(await decisions()).toEqual(wanted.slice(0, (generation - 1) * 2));
            await until(
              'no table is left over',
              async () => (await log.generations.list(log.database)).length === 2,
            );

            // And the next reset is executed like any other.
            await requestReset(generation + 1);
            await until(
              'the next generation is live',
              () => log.followerRegistry.get('tally')?.generation === generation + 1,
            );
          });
        }
      }

      it('when a build is abandoned: it never takes over, and the next one is built immediately', async () => {
        let open = (): void => {};
        const gate = new Promise<void>((resolve) => {
          open = resolve;
        });
        await append('a', 1);
        run(tally({ prepare: (schema) => (schema.endsWith('_g2') ? gate : Promise.resolve()) }));
        await started();
        await requestReset(2);
        await until(
          'the generation is being built',
          async () => (await log.generations.list(log.database)).length === 2,
        );
        await executeDecider({
          decider: projectionDecider,
          streamId: 'projection-tally',
          commands: [{ type: 'RequestReset', projection: 'tally', abandonedGeneration: 2 }],
          context: {
            actor: { id: 'admin', role: 'admin' },
            commandId: log.identity.newId(),
            correlationId: 'x',
          },
          services: log,
        });
        open();
        await until(
          'the third generation is live',
          () => log.followerRegistry.get('tally')?.generation === 3,
        );
        expect(await decisions()).toEqual(['reset 2', 'failed 2', 'reset 3', 'switched 1 → 3']);
        await until('the second generation is dropped', async () =>
          (await log.generations.list(log.database)).every(({ generation }) => generation !== 2),
        );
      });

      it('when a build is abandoned at the moment of its takeover', async () => {
        await append('a', 1);
        const giveUp = (...[projection, ...rest]: Parameters<typeof log.rebuilds.recordSwitched>) =>
          log.rebuilds
            .recordFailed(projection, rest[0], 'given up', rest[2])
            .then(() => log.rebuilds.recordSwitched(projection, ...rest));
        run(tally(), { rebuilds: { ...log.rebuilds, recordSwitched: giveUp } });
        await started();
        await requestReset(2);
        await decided('failed 2');
        await until(
          'the generation is dropped',
          async () => (await log.generations.list(log.database)).length === 1,
        );
        await reached((await append('a', 2)).position);
        expect(log.followerRegistry.get('tally')?.generation).toBe(1);
        expect(await decisions()).toEqual(['reset 2', 'failed 2']);
      });

      it('when the tables are missing: builds the generation that is live in the log', async () => {
        const first = new AbortController();
        const running = run(tally(), {}, first.signal);
        await started();
        await append('a', 1);
        await requestReset(2);
        await until(
          'the second generation is live',
          () => log.followerRegistry.get('tally')?.generation === 2,
        );
        first.abort();
        await running;
        await log.database.execute(
          'drop schema tally_g1 cascade; drop schema tally_g2 cascade; delete from projections.generations',
        );
        run(tally());
        await reached((await append('a', 2)).position);
        expect(log.followerRegistry.get('tally')?.generation).toBe(2);
        expect(await rows(2)).toEqual([{ stream_id: 'access-a', events: 2, total: 3 }]);
      });
    });

    it('forgets its position when another process takes over, and sends readers there', async () => {
      const readModels = openReadModels({
        database: log.database,
        metrics: log.metrics,
        generations: log.generations,
        // Only the position is read here.
        entities: {} as EntityManager,
        followerRegistry: log.followerRegistry,
        sealer: noSecrets,
        projections: [tally()],
      });
      await append('a', 1);
      const first = new AbortController();
      const running = run(tally(), {}, first.signal);
      await started();
      await reached(1);
      // The network is cut; another process takes the lease and rebuilds twice, which drops the generation read here.
      await log.database.query(
        `update coordination.leases set expires_at = '-infinity', owner = 'cut off' where name = 'projection:tally'`,
      );
      const other = { followerRegistry: createFollowerRegistry(), leases: log.leasesOf('other') };
      run(tally(), other);
      for (const generation of [2, 3]) {
        await requestReset(generation);
        await until(
          `generation ${generation} is live`,
          () => other.followerRegistry.get('tally')?.generation === generation,
        );
      }
      const { position } = await append('a', 2);
      expect(await readModels.locate('tally', position, 60_000)).toMatchObject({ generation: 3 });
      expect(log.followerRegistry.get('tally')).toBeUndefined();
      expect(log.followerRegistry.health('tally')?.state).toBe('waiting');
      first.abort();
      await running;
    });

    it('looks once for all readers of a read model never built, and reports that it does not exist', async () => {
      let [now, most] = [0, 0];
      const readModels = openReadModels({
        database: log.database,
        metrics: log.metrics,
        generations: {
          list: async (...asked) => {
            now += 1;
            most = Math.max(most, now);
            try {
              return await log.generations.list(...asked);
            } finally {
              now -= 1;
            }
          },
        },
        // Only the position is read here.
        entities: {} as EntityManager,
        followerRegistry: log.followerRegistry,
        sealer: noSecrets,
        projections: [tally()],
      });
      const refused = await Promise.all(
        Array.from({ length: 30 }, () => failureOf(readModels.locate('tally', 0, 100))),
      );
      expect(refused).toEqual(
        refused.map(() =>
          expect.objectContaining({
            component: 'tally',
            details: expect.objectContaining(readModelUnavailable),
          }),
        ),
      );
      expect(most).toBe(1);
    });

    it('hides a read model until it has caught up with the log at the start of its build', async () => {
      const readModels = openReadModels({
        database: log.database,
        metrics: log.metrics,
        generations: log.generations,
        // Only the position is read here.
        entities: {} as EntityManager,
        followerRegistry: log.followerRegistry,
        sealer: noSecrets,
        projections: [tally()],
      });
      const { position } = await append('a', 1, 2, 3);
      let isHeldUp = true;
      const fold = tally().apply;
      run(
        tally({
          apply: async (session, schema, events, at) => {
            if (isHeldUp)
              throw new Failure(
                failure('unavailable', 'It cannot be reached.', { component: 'database', retryAfter: 1 }),
              );
            await fold(session, schema, events, at);
          },
        }),
      );
      await until(
        'its tables exist',
        async () => (await log.generations.list(log.database, 'tally')).length > 0,
      );
      // Even for readers without a required position.
      await expect(readModels.locate('tally', 0, 50)).rejects.toMatchObject({
        reason: { code: 'unavailable', component: 'tally', retryAfter: 5 },
      });
      isHeldUp = false;
      expect((await readModels.locate('tally')).position).toBeGreaterThanOrEqual(position);
    });

    it('never abandons a rebuild because of database outages, however many', async () => {
      await append('a', 1, 2);
      let outages = 12;
      const fold = tally().apply;
      run(
        tally({
          apply: async (session, schema, events, position) => {
            if (schema === generationSchema('tally', 2) && outages > 0) {
              outages -= 1;
              throw new Failure(
                failure('unavailable', 'It cannot be reached.', { component: 'database', retryAfter: 1 }),
              );
            }
            await fold(session, schema, events, position);
          },
        }),
      );
      await started();
      await requestReset(2);
      await decided('switched 1 → 2');
      expect(outages).toBe(0);
      expect(await decisions()).toEqual(['reset 2', 'switched 1 → 2']);
    });

    it('abandons a rebuild at a damaged event, and keeps the live generation current', async () => {
      await append('a', 1);
      await log.database.query(
        `insert into event_log.events
           (position, stream_id, revision, id, type, schema_version, recorded_at, data, metadata)
         values (2, 'access-a', 1, $1, 'Noted', 1, clock_timestamp(), '{"damaged":true}', $2)`,
        [log.identity.newId(), JSON.stringify(metadata())],
      );
      await append('a', 2);
      // Irrelevant to the live generation, which is past it.
      const before = new AbortController();
      const running = run(tally(), {}, AbortSignal.any([stop.signal, before.signal]));
      await reached(3);
      before.abort();
      await running;

      run(tally({ eventTypes: ['Counted', 'Noted'] }));
      await requestReset(2);
      await decided('failed 2');
      await append('a', 4);
      await until('the live generation continues', async () => (await rows(1))[0]?.total === 7);
      expect(log.followerRegistry.health('tally')?.state).toBe('running');
    });

    it('stops before an unreadable event, reports it, and leaves the work to a newer program', async () => {
      const newer = await log.newerEventStore();
      await append('a', 1, 2);
      await newer.append('access-a', [foretell('of no concern', 'mary')], 'any');
      await newer.append('access-a', [recount(3)], 'any');
      await append('a', 4);
      run(tally());
      await until(
        'the projection is blocked',
        () => log.followerRegistry.health('tally')?.state === 'blocked',
      );
      expect(log.followerRegistry.health('tally')?.error).toMatch(/before event 4\..*newer version/);
      expect((await log.generations.list(log.database))[0]?.position).toBe(3);
      expect(await rows(1)).toEqual([{ stream_id: 'access-a', events: 2, total: 3 }]);

      const newerFold = tally({
        apply: async (session, schema, events) => {
          for (const event of events) {
            const n = Number(Object.values(Object(event.data))[0]);
            await session.query(
              `update "${schema}".tally set events = events + 1, total = total + $2 where stream_id = $1`,
              [event.streamId, n],
            );
          }
        },
      });
      const other = {
        followerRegistry: createFollowerRegistry(),
        leases: log.leasesOf('newer'),
        eventStore: newer,
      };
      run(newerFold, other);
      await until('the newer program continues', () => other.followerRegistry.get('tally')?.position === 5);
      expect(await rows(1)).toEqual([{ stream_id: 'access-a', events: 4, total: 10 }]);
    });
  });
}
