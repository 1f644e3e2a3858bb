import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '../../domain/kernel/event.ts';
import { projectionResetRequested } from '../../domain/operations/projection-events.ts';
import { createGeneration, listGenerations, moveCheckpoint } from '../../projections/runner/generations.ts';
import {
  generationSchema,
  type ProjectionDefinition,
} from '../../projections/runner/projection-definition.ts';
import { type GenerationRecorder, runProjection } from '../../projections/runner/run-projection.ts';
import { databaseKinds } from '../support/databases.ts';
import { count, counted, metadata, note } from '../support/events.ts';
import { type LogHarness, openLogHarness, until } from '../support/log-harness.ts';

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

for (const kind of databaseKinds) {
  describe(`the projection runner on ${kind.name}`, () => {
    let log: LogHarness;
    let stop: AbortController;
    let runs: Promise<void>[];
    let recorded: string[];

    beforeEach(async () => {
      log = await openLogHarness(kind);
      stop = new AbortController();
      runs = [];
      recorded = [];
    });
    afterEach(async () => {
      stop.abort();
      await Promise.all(runs);
      await log.dispose();
    });

    const recorder: GenerationRecorder = {
      requestReset: async (projection) => {
        recorded.push(`reset ${projection}`);
        return undefined;
      },
      recordSwitched: async (_projection, generation, previous) => {
        recorded.push(`switched ${previous} → ${generation}`);
      },
      recordFailed: async (_projection, generation) => {
        recorded.push(`failed ${generation}`);
      },
    };
    const run = (
      definition: ProjectionDefinition,
      changes: Partial<LogHarness> = {},
      signal = stop.signal,
    ): Promise<void> => {
      const running = runProjection(definition, { ...log, ...changes, recorder }, signal);
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
    const reached = (position: Position) => log.board.waitFor('tally', position, 15_000);
    const started = () => until('the projection is known', () => log.board.get('tally') !== undefined);

    it('folds history and what comes after it, each event once', async () => {
      await append('a', 1, 2, 3);
      run(tally());
      await started();
      await append('a', 4);
      const { position } = await append('b', 5);
      expect(await reached(position)).toBe(true);
      expect(await rows(1)).toEqual([
        { stream_id: 'access-a', events: 4, total: 10 },
        { stream_id: 'access-b', events: 1, total: 5 },
      ]);
    });

    it('moves its checkpoint past events that it ignores, and stores it', async () => {
      run(tally());
      await started();
      const { position } = await log.eventStore.append('access-a', [note('x'), note('y')], 'any');
      expect(await reached(position)).toBe(true);
      await until(
        'the checkpoint is stored',
        async () => (await listGenerations(log.database))[0]?.position === position,
      );
    });

    it('goes on where it stopped', async () => {
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

    it('folds every event exactly once although batches keep failing half way', async () => {
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
      await until('all is folded', async () => log.board.get('tally')?.position === 30);
      expect(failures).toBe(3);
      expect(await rows(1)).toEqual([
        { stream_id: 'access-even', events: 15, total: 240 },
        { stream_id: 'access-odd', events: 15, total: 225 },
      ]);
    });

    it('shows that it fails, skips nothing, and recovers by itself', async () => {
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
      await until('it is failing', () => log.board.health('tally')?.state === 'failing');
      expect(log.board.health('tally')?.error).not.toMatch(/patient/);
      expect((await listGenerations(log.database))[0]?.position).toBe(0);
      broken = false;
      expect(await reached(position)).toBe(true);
      expect(log.board.health('tally')?.state).toBe('running');
      expect(await rows(1)).toEqual([{ stream_id: 'access-a', events: 1, total: 1 }]);
    });

    it('rebuilds beside the live generation, which serves all the while, under load', async () => {
      for (let n = 1; n <= 300; n += 1) await append(`${n % 5}`, 1);
      let builds = 0;
      // The rebuild is slow, so that writes and reads go on during it.
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
      await until('history is folded', () => log.board.get('tally')?.position === 300);

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
        const generation = log.board.get('tally')?.generation ?? 1;
        const total = (await rows(generation)).reduce((sum, row) => sum + Number(row.total), 0);
        totals.push(total);
        return generation === 2;
      });
      writing = false;
      await writer;

      const head = await log.eventStore.head();
      expect(await reached(head)).toBe(true);
      expect(builds).toBeGreaterThan(3);
      // Whoever read during the rebuild never saw less than before.
      expect(totals).toEqual(totals.toSorted((a, b) => a - b));
      expect(totals[0]).toBeGreaterThanOrEqual(300);
      expect((await rows(2)).reduce((sum, row) => sum + Number(row.total), 0)).toBe(written);
      await until('the switch is recorded', () => recorded.includes('switched 1 → 2'));
      // The former generation stays to fall back on.
      expect(
        (await listGenerations(log.database)).map(({ generation, state }) => [generation, state]),
      ).toEqual([
        [1, 'retired'],
        [2, 'live'],
      ]);
    }, 60_000);

    it('keeps just the last former generation', async () => {
      run(tally());
      await started();
      await append('a', 1);
      for (const generation of [2, 3]) {
        await requestReset(generation);
        await until(`generation ${generation} is live`, () =>
          recorded.includes(`switched ${generation - 1} → ${generation}`),
        );
      }
      await until(
        'the first generation is gone',
        async () => (await listGenerations(log.database)).length === 2,
      );
      await expect(rows(1)).rejects.toThrow(/does not exist/);
      expect(await rows(2)).toEqual(await rows(3));
    });

    it('goes on serving when a rebuild fails, and says so', async () => {
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
      await until('the failure is recorded', () => recorded.includes('failed 2'));
      const { position } = await append('a', 2);
      expect(await reached(position)).toBe(true);
      expect(log.board.get('tally')?.generation).toBe(1);
      expect(await rows(1)).toEqual([{ stream_id: 'access-a', events: 2, total: 3 }]);
    }, 30_000);

    it('asks for a rebuild when the fold has a new version', async () => {
      const first = new AbortController();
      const running = run(tally(), {}, first.signal);
      await started();
      first.abort();
      await running;
      run(tally({ version: 2 }));
      await until('a reset is asked for', () => recorded.includes('reset tally'));
    });

    it('asks for a rebuild when the generation is not what it should be', async () => {
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
      await until('a reset is asked for', () => recorded.includes('reset tally'));
      expect(asked).toEqual([1]);
    });

    it('plans a generation before it creates it', async () => {
      const planned: number[] = [];
      run({
        ...tally(),
        plan: async (generation) => {
          planned.push(generation);
        },
      });
      await started();
      await requestReset(2);
      await until('the new generation serves', () => recorded.includes('switched 1 → 2'));
      expect(planned).toEqual([1, 2]);
    });

    it('records a switch that a crash left unrecorded', async () => {
      const first = new AbortController();
      const running = run(tally(), {}, first.signal);
      await started();
      await requestReset(2);
      await until('the new generation serves', () => recorded.includes('switched 1 → 2'));
      first.abort();
      await running;
      recorded = [];
      run(tally());
      await until('the switch is recorded', () => recorded.includes('switched 1 → 2'));
    });

    it('keeps a generation that has taken over although that could not be recorded at once', async () => {
      let broken = true;
      const definition = tally();
      await append('a', 1);
      const recording: GenerationRecorder = {
        ...recorder,
        recordSwitched: async (...switched) => {
          if (broken) {
            broken = false;
            throw new Error('the log cannot be written');
          }
          await recorder.recordSwitched(...switched);
        },
      };
      runs.push(runProjection(definition, { ...log, recorder: recording }, stop.signal));
      await started();
      await requestReset(2);
      await until('the switch is recorded', () => recorded.includes('switched 1 → 2'));
      expect(await reached((await append('a', 2)).position)).toBe(true);
      expect(await rows(2)).toEqual([{ stream_id: 'access-a', events: 2, total: 3 }]);
      expect(recorded).not.toContain('failed 2');
    });

    it('lets one process work at a time, and another one take over', async () => {
      const first = new AbortController();
      const running = run(tally(), { leases: log.leasesOf('one') }, first.signal);
      await started();
      const board = { ...log.board, set: () => {}, get: () => undefined };
      let took = false;
      run(tally(), {
        leases: log.leasesOf('two'),
        board: {
          ...board,
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
      await until('the other one took over', () => took);
      await append('a', 3);
      await until('it folds', async () => (await rows(1))[0]?.total === 6);
      expect(await rows(1)).toEqual([{ stream_id: 'access-a', events: 3, total: 6 }]);
    });

    it('refuses the writes of a former owner of the lease', async () => {
      const gone = await log.leasesOf('gone', 150).acquire('projection:tally', stop.signal);
      await log.database.transaction((session) => createGeneration(session, tally(), 1, 'live'));
      // The owner hangs: nobody renews.
      await log.database.query(`update coordination.leases set expires_at = '-infinity'`);
      const next = await log.leasesOf('next').acquire('projection:tally', stop.signal);
      const move = (fence: number) =>
        moveCheckpoint(log.database, 'tally', 1, { from: 0, to: 5, lease: 'projection:tally', fence });
      expect(await move(gone?.fence ?? 0)).toBe(false);
      expect(await move(next?.fence ?? 0)).toBe(true);
      // And nobody moves a checkpoint from where it is not.
      expect(await move(next?.fence ?? 0)).toBe(false);
      await gone?.release();
      await next?.release();
    });
  });
}
