import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextOf } from '../../../commands/runtime/context-of.ts';
import { executeDecider } from '../../../commands/runtime/execute-decider.ts';
import { systemCaller } from '../../../commands/runtime/system-caller.ts';
import { examinationDecider, examinationStream } from '../../../domain/operations/examination-decider.ts';
import { projectionRebuildExamined } from '../../../domain/operations/examination-events.ts';
import { projectionResetRequested } from '../../../domain/operations/projection-events.ts';
import type { Examination } from '../../../domain/operations/rebuild-examination.ts';
import {
  generationSchema,
  type ProjectionDefinition,
} from '../../../projections/runner/projection-definition.ts';
import { runProjection } from '../../../projections/runner/run-projection.ts';
import { databaseKinds } from '../../support/databases.ts';
import { collect, count, metadata } from '../../support/events.ts';
import { type LogHarness, openLogHarness, until } from '../../support/log-harness.ts';

const passed: Examination = { outcome: 'passed', questions: [{ docKey: 'a', before: 1, after: 1 }] };
const lost: Examination = { outcome: 'lost', questions: [{ docKey: 'a', before: 1, after: null }] };

/** Counts the events of each stream. */
const tally = (overrides: Partial<ProjectionDefinition> = {}): ProjectionDefinition => ({
  name: 'tally',
  version: 1,
  reads: [],
  eventTypes: ['Counted'],
  create: async (session, schema) => {
    await session.query(`create table "${schema}".tally (stream_id text primary key, events integer)`);
  },
  apply: async (session, schema, events) => {
    for (const event of events)
      await session.query(
        `insert into "${schema}".tally as t values ($1, 1)
         on conflict (stream_id) do update set events = t.events + 1`,
        [event.streamId],
      );
  },
  ...overrides,
});

const pauses = { firstRetry: 20, maxRetry: 100, stepDown: 100 };

for (const kind of databaseKinds) {
  describe(`the examination of a rebuild on ${kind.name}`, () => {
    let log: LogHarness;
    let stop: AbortController;
    let runs: Promise<void>[];
    let asked: number;

    beforeEach(async () => {
      log = await openLogHarness(kind);
      stop = new AbortController();
      runs = [];
      asked = 0;
      await append(1, 2, 3);
    });
    afterEach(async () => {
      stop.abort();
      await Promise.all(runs);
      await log.dispose();
    });

    const append = (...numbers: number[]) =>
      log.eventStore.append(
        'access-a',
        numbers.map((n) => count(n)),
        'any',
      );
    const examining = (
      examine: ProjectionDefinition['examine'],
      overrides: Partial<ProjectionDefinition> = {},
    ): ProjectionDefinition =>
      tally({
        ...overrides,
        examine: async (generations, signal) => {
          asked += 1;
          if (!examine) throw new Error('No examination is configured.');
          return examine(generations, signal);
        },
      });
    const run = (definition: ProjectionDefinition, signal = stop.signal, examineWithin = 10_000) => {
      const running = runProjection(definition, { ...log, pauses, examineWithin }, signal);
      runs.push(running);
      return running;
    };
    const live = async (): Promise<number | undefined> =>
      (await log.generations.list(log.database, 'tally')).find(({ state }) => state === 'live')?.generation;
    const startAndReset = async (definition: ProjectionDefinition, examineWithin?: number): Promise<void> => {
      run(definition, stop.signal, examineWithin);
      await until('the generation is live', async () => (await live()) === 1);
      await reset();
    };
    const reset = () =>
      log.eventStore.append(
        'projection-tally',
        [
          {
            id: log.identity.newId(),
            type: projectionResetRequested.type,
            data: { projection: 'tally', generation: 2 },
            metadata: metadata(),
          },
        ],
        'any',
      );
    const isLive = (generation: number) =>
      until(`generation ${generation} is read`, async () => (await live()) === generation);
    const examinations = async () =>
      (await collect(log.eventStore.readStream(examinationStream('tally'))))
        .filter(({ type }) => type === projectionRebuildExamined.type)
        .map(({ data }) => projectionRebuildExamined.schema.parse(data));
    const waits = () =>
      until('the rebuild waits', async () =>
        (await examinations()).some(({ examination }) => examination.outcome === 'lost'),
      );
    const decide = (type: 'AcceptRebuild' | 'DiscardRebuild') =>
      executeDecider({
        decider: examinationDecider,
        streamId: examinationStream('tally'),
        commands: [{ type, projection: 'tally', building: 2, reason: 'Looked at it.' }],
        context: contextOf(systemCaller('tester', log.identity.newId()), { commandId: log.identity.newId() }),
        services: log,
        subject: 'settings:consultation',
      });
    const eventsIn = async (generation: number): Promise<unknown> =>
      (await log.database.query(`select events from "${generationSchema('tally', generation)}".tally`))[0]
        ?.events;
    const hasEvents = (generation: number, events: number) =>
      until(`generation ${generation} has ${events}`, async () => (await eventsIn(generation)) === events);

    it('lets a passing generation take over, and records the result', async () => {
      await startAndReset(
        examining(async ({ live: served, next }) => {
          expect([served.generation, next.generation]).toEqual([1, 2]);
          expect(next.position).toBeGreaterThan(0);
          return passed;
        }),
      );
      await isLive(2);
      expect(await examinations()).toMatchObject([{ generation: 2, live: 1, examination: passed }]);
    });

    it('receives the position up to which later events have completed earlier ones', async () => {
      const completeTo = async () => {
        // The completing events may arrive at any time: the new generation has all events up to the request.
        await append(4);
        return 3;
      };
      await startAndReset(
        examining(
          async ({ next }) => {
            expect(next.completeTo).toBe(3);
            expect(await eventsIn(next.generation)).toBe(4);
            return passed;
          },
          { completeTo },
        ),
      );
      await isLive(2);
      expect(await examinations()).toMatchObject([{ examination: passed }]);
    });

    it('keeps a generation that loses something next to the live one, both current, until it is accepted', async () => {
      await startAndReset(examining(async () => lost));
      await waits();
      await append(4);
      await hasEvents(1, 4);
      await hasEvents(2, 4);
      expect(await live()).toBe(1);
      await decide('AcceptRebuild');
      await isLive(2);
      await append(5);
      await hasEvents(2, 5);
      expect(asked).toBe(1);
    });

    it('drops a discarded generation, and continues with the live one', async () => {
      await startAndReset(examining(async () => lost));
      await waits();
      await decide('DiscardRebuild');
      await until(
        'the generation is dropped',
        async () => (await log.generations.list(log.database, 'tally')).length === 1,
      );
      await append(4);
      await hasEvents(1, 4);
      expect(await live()).toBe(1);
      expect((await log.rebuilds.read('tally')).state.failed?.message).toContain('discarded');
    });

    it('does not block when it throws, and is reported as not made', async () => {
      await startAndReset(
        examining(async () => {
          throw new Error('secret patient data');
        }),
      );
      await isLive(2);
      expect(await examinations()).toMatchObject([{ examination: { outcome: 'not_made' } }]);
      expect(JSON.stringify(await examinations())).not.toContain('secret');
    });

    it('does not block when it hangs', async () => {
      let aborted = false;
      await startAndReset(
        examining(
          (_generations, signal) =>
            new Promise(() => {
              signal.addEventListener('abort', () => {
                aborted = true;
              });
            }),
        ),
        50,
      );
      await isLive(2);
      expect(aborted).toBe(true);
      expect(await examinations()).toMatchObject([{ examination: { outcome: 'not_made' } }]);
    });

    it('keeps waiting through any number of failures that recover', async () => {
      const failed = new Set<number>();
      const { apply } = tally();
      const definition = examining(async () => lost, {
        apply: async (session, schema, events, position) => {
          const at = events[0]?.position ?? 0;
          if (schema === generationSchema('tally', 2) && asked > 0 && !failed.has(at)) {
            failed.add(at);
            throw new Error('It fails once.');
          }
          await apply(session, schema, events, position);
        },
      });
      await startAndReset(definition);
      await waits();
      for (const n of [4, 5, 6, 7, 8, 9]) {
        await append(n);
        await hasEvents(2, n);
      }
      expect(failed.size).toBeGreaterThanOrEqual(6);
      expect((await log.rebuilds.read('tally')).state.failed).toBeUndefined();
      await decide('AcceptRebuild');
      await isLive(2);
    });

    it('is inherited by another process, which does not repeat it', async () => {
      const first = new AbortController();
      const running = run(
        examining(async () => lost),
        first.signal,
      );
      await until('the generation is live', async () => (await live()) === 1);
      await reset();
      await waits();
      first.abort();
      await running;

      run(examining(async () => passed));
      await append(4);
      await hasEvents(1, 4);
      await hasEvents(2, 4);
      expect(await live()).toBe(1);
      expect(asked).toBe(1);
      await decide('AcceptRebuild');
      await isLive(2);
    });

    it('carries out a decision made while it was stopped', async () => {
      const first = new AbortController();
      const running = run(
        examining(async () => lost),
        first.signal,
      );
      await until('the generation is live', async () => (await live()) === 1);
      await reset();
      await waits();
      first.abort();
      await running;
      await decide('DiscardRebuild');
      run(examining(async () => passed));
      await until(
        'the rebuild is abandoned',
        async () => (await log.rebuilds.read('tally')).state.failed !== undefined,
      );
      expect(await live()).toBe(1);
    });

    it('is not made for the generation of another fold version, which cannot be kept current', async () => {
      const first = new AbortController();
      const running = run(
        examining(async () => lost),
        first.signal,
      );
      await until('the generation is live', async () => (await live()) === 1);
      first.abort();
      await running;
      run(examining(async () => lost, { version: 2 }));
      await isLive(2);
      expect(asked).toBe(0);
      expect(await examinations()).toMatchObject([{ examination: { outcome: 'not_made' } }]);
    });

    it('does not wait when a newer fold version takes over, which cannot keep the live generation current', async () => {
      const first = new AbortController();
      const running = run(
        examining(async () => lost),
        first.signal,
      );
      await until('the generation is live', async () => (await live()) === 1);
      await reset();
      await waits();
      first.abort();
      await running;
      run(examining(async () => lost, { version: 2 }));
      await isLive(2);
      await append(4);
      await hasEvents(2, 4);
      expect(asked).toBe(1);
      expect((await examinations()).map(({ examination }) => examination.outcome)).toEqual([
        'lost',
        'not_made',
      ]);
    });
  });
}
