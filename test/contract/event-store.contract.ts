import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewEvent, RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import type { EventStore, LogPage, StreamRange } from '../../ports/event-store.ts';
import { type Fence, isLeaseLost } from '../../ports/leases.ts';
import { collect, confide, count, dataOf, foretell, note, recount } from '../support/events.ts';

/**
 * A store under test. `newerStore` is another store on the same log, of a newer version of the program. `takeLease`
 * takes a lease away from its owner. `rawText` returns everything at rest as text, to search it for secrets.
 */
type EventStoreHarness = {
  readonly store: EventStore;
  readonly newerStore: EventStore;
  readonly takeLease: (name: string) => Promise<Fence>;
  readonly rawText: () => Promise<string>;
  readonly eraseSubject: (subject: string) => Promise<void>;
  /** Erases through another process, without notice to this one. */
  readonly eraseElsewhere: (subject: string) => Promise<void>;
  readonly dispose: () => Promise<void>;
};

const failureOf = async (promise: Promise<unknown>): Promise<Failure> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  if (!(error instanceof Failure)) throw new Error('unreachable');
  return error;
};

const inFlight = <T>(n: number, work: (index: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
  Promise.allSettled(Array.from({ length: n }, (_, index) => work(index)));

/** The contract of `ports/event-store.ts`, run against every adapter. */
export const describeEventStore = (name: string, open: () => Promise<EventStoreHarness>): void => {
  describe(`the event store on ${name}`, () => {
    let harness: EventStoreHarness;
    let store: EventStore;
    let abort: AbortController;

    beforeEach(async () => {
      harness = await open();
      store = harness.store;
      abort = new AbortController();
    });
    afterEach(async () => {
      abort.abort();
      await harness.dispose();
    });

    const log = (): Promise<RecordedEvent[]> => collect(store.readAll(0));
    const expectDense = (events: readonly RecordedEvent[]): void => {
      expect(events.map((event) => event.position)).toEqual(events.map((_, index) => index + 1));
    };

    describe('appending', () => {
      it('counts revisions from 0 within a stream and positions from 1 over the log', async () => {
        expect(await store.append('document-a', [note('one'), note('two')], 'no-stream')).toEqual({
          revision: 1,
          position: 2,
        });
        expect(await store.append('document-b', [note('three')], 'no-stream')).toEqual({
          revision: 0,
          position: 3,
        });
        expect(await store.append('document-a', [note('four')], 1)).toEqual({ revision: 2, position: 4 });
        expect(
          (await log()).map(({ streamId, revision, position }) => [streamId, revision, position]),
        ).toEqual([
          ['document-a', 0, 1],
          ['document-a', 1, 2],
          ['document-b', 0, 3],
          ['document-a', 2, 4],
        ]);
      });

      it('returns what was stored: type, version, data, metadata and a UTC instant', async () => {
        const event = note('Grüße 🚑 \u0000 "quoted" \\ \ud83d');
        await store.append('query-x', [event], 'no-stream');
        const [stored] = await log();
        expect(stored).toMatchObject({ ...event, schemaVersion: 1, streamId: 'query-x' });
        expect(stored?.recordedAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
        expect(Math.abs(Date.parse(stored?.recordedAt ?? '') - Date.now())).toBeLessThan(60_000);
      });

      it('refuses a wrong revision and reports expected and actual', async () => {
        await store.append('document-a', [note('one')], 'no-stream');
        const error = await failureOf(store.append('document-a', [note('two')], 7));
        expect(error.reason).toMatchObject({
          code: 'conflict',
          details: { streamId: 'document-a', expected: 7, actual: 0 },
        });
        expect(await log()).toHaveLength(1);
      });

      it('refuses "no-stream" for a stream that exists, and a revision for one that does not', async () => {
        await store.append('document-a', [note('one')], 'no-stream');
        expect(
          (await failureOf(store.append('document-a', [note('two')], 'no-stream'))).reason.details,
        ).toMatchObject({
          actual: 0,
        });
        expect((await failureOf(store.append('document-b', [note('two')], 0))).reason.details).toMatchObject({
          actual: -1,
        });
      });

      it('accepts any revision with "any"', async () => {
        await store.append('access-a', [note('one')], 'any');
        expect(await store.append('access-a', [note('two')], 'any')).toEqual({ revision: 1, position: 2 });
      });

      it('stores all events of an append or none', async () => {
        const tooBig = { ...count(1), data: { n: 'not a number' } };
        await failureOf(store.append('document-a', [note('good'), tooBig], 'no-stream'));
        expect(await log()).toEqual([]);
      });

      it('refuses an event of an unknown type, without storing anything', async () => {
        await failureOf(store.append('document-a', [{ ...note('x'), type: 'NeverHeardOf' }], 'no-stream'));
        expect(await store.head()).toBe(0);
      });

      it('refuses an empty append and one with a duplicate id', async () => {
        const event = note('twin');
        await failureOf(store.append('document-a', [], 'any'));
        await failureOf(store.append('document-a', [event, event], 'any'));
        expect(await store.head()).toBe(0);
      });
    });

    describe('large events', () => {
      const MIB = 1024 * 1024;
      const large = (n: number): NewEvent => note(`${n}`.padEnd(450_000, '–x'));
      const total = 20;
      const fill = async (): Promise<void> => {
        for (let n = 0; n < total; n += 5) {
          await store.append(
            'document-large',
            [large(n), large(n + 1), large(n + 2), large(n + 3), large(n + 4)],
            'any',
          );
        }
      };

      it('refuses an event or an append that is too large, reports its size and stores nothing', async () => {
        const outcomes = await inFlight(3, (index) =>
          store.append(`document-${index}`, [note('x'.repeat(60 * MIB))], 'no-stream'),
        );
        for (const outcome of outcomes) {
          expect(outcome).toMatchObject({
            status: 'rejected',
            reason: {
              reason: { code: 'payload_too_large', details: { type: 'Noted', limit: MIB } },
            },
          });
        }
        const many = Array.from({ length: 12 }, () => note('x'.repeat(0.9 * MIB)));
        expect((await failureOf(store.append('document-a', many, 'any'))).reason).toMatchObject({
          code: 'payload_too_large',
          details: { limit: 8 * MIB },
        });
        expect(await store.head()).toBe(0);
      });

      it('counts an event by its bytes, not by its characters', async () => {
        const error = await failureOf(store.append('document-a', [note('–'.repeat(400_000))], 'any'));
        expect(error.reason.code).toBe('payload_too_large');
      });

      it('cuts a page by its bytes and reports how far it read, until all is read', async () => {
        await fill();
        const pages: LogPage[] = [];
        for (let from = 0; from < total; from = pages.at(-1)?.scannedTo ?? total) {
          pages.push(await store.readPage(from, 1000, { types: ['Noted'] }));
        }
        for (const page of pages) {
          const bytes = page.events.reduce(
            (sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)),
            0,
          );
          expect(bytes).toBeLessThan(11 * MIB);
          expect(page.head).toBe(total);
        }
        expect(pages.length).toBeGreaterThan(1);
        expectDense(pages.flatMap((page) => page.events));
        expect(pages.flatMap((page) => page.events)).toHaveLength(total);
      });

      it('delivers all of them to readers of a stream, readers of the log and subscribers', async () => {
        const live = collect(store.subscribe(0, undefined, abort.signal), total);
        await fill();
        expect(await collect(store.readStream('document-large'))).toHaveLength(total);
        const ranges = await collect(
          store.readRanges([{ streamId: 'document-large', fromRevision: 0, toRevision: total }]),
        );
        expect(ranges.length).toBeGreaterThan(1);
        expectDense(ranges.flatMap(({ events }) => events));
        expect(await log()).toHaveLength(total);
        expectDense(await live);
        expect(await live).toHaveLength(total);
      });
    });

    describe('repeating an append', () => {
      it('stores a repeated event once and returns its position', async () => {
        const event = note('once');
        const first = await store.append('document-a', [event], 'no-stream');
        await store.append('document-a', [note('later')], 0);
        expect(await store.append('document-a', [event], 'no-stream')).toEqual(first);
        expect(await store.append('document-a', [event], 'any')).toEqual(first);
        expect(await log()).toHaveLength(2);
      });

      it('stores an event once when several callers append it concurrently', async () => {
        const event = note('once');
        const outcomes = await inFlight(8, () => store.append('document-a', [event], 'any'));
        expect(outcomes.map((outcome) => outcome.status)).toEqual(outcomes.map(() => 'fulfilled'));
        expect(await log()).toHaveLength(1);
      });

      it('recognizes a repeat although the ciphertext of sensitive fields differs each time', async () => {
        const event = confide('Mary Contrary', 'patient-1');
        const first = await store.append('query-a', [event, note('x')], 'any');
        const again = { ...event, metadata: { ...event.metadata, correlationId: 'of a second attempt' } };
        expect(await store.append('query-a', [again], 'any')).toEqual({ revision: 0, position: 1 });
        expect(first.position).toBe(2);
        expect(await store.head()).toBe(2);
      });

      it('recognizes a repeat across versions, and rejects one it cannot compare', async () => {
        const [old, fresh] = [count(7), recount(8)];
        await store.append('document-a', [old], 'any');
        const repeated = { ...old, data: { number: 7 } };
        expect(await harness.newerStore.append('document-a', [repeated], 'any')).toEqual({
          revision: 0,
          position: 1,
        });
        await harness.newerStore.append('document-a', [fresh], 'any');
        // This version cannot read the event, so it can report neither success nor a conflict.
        const unsure = await failureOf(store.append('document-a', [{ ...fresh, data: { n: 8 } }], 'any'));
        expect(unsure.reason.code).toBe('unavailable');
      });

      it('refuses different content under a stored id, plain or sensitive, in one event or several', async () => {
        const [plain, secret] = [note('one'), confide('Mary', 'patient-1')];
        await store.append('query-a', [plain, secret], 'no-stream');
        const others: readonly (readonly NewEvent[])[] = [
          [{ ...plain, data: { text: 'two' } }],
          [{ ...plain, type: 'Counted', data: { n: 1 } }],
          [{ ...secret, data: { secret: 'Jane' } }],
          [{ ...secret, metadata: { ...secret.metadata, subject: 'patient-2' } }],
          [plain, { ...secret, data: { secret: 'Jane' } }],
        ];
        for (const other of others) {
          const error = await failureOf(store.append('query-a', other, 'any'));
          expect(error.reason).toMatchObject({ code: 'conflict', details: { streamId: 'query-a' } });
          expect(JSON.stringify(error.reason)).not.toMatch(/Mary|Jane/);
        }
        expect(await store.head()).toBe(2);
      });

      it('refuses an append of which only some events are stored', async () => {
        const event = note('stored');
        await store.append('document-a', [event], 'no-stream');
        const error = await failureOf(store.append('document-a', [event, note('new')], 'any'));
        expect(error.reason.code).toBe('conflict');
        expect(await log()).toHaveLength(1);
      });

      it('refuses an id that is stored in another stream', async () => {
        const event = note('stored');
        await store.append('document-a', [event], 'no-stream');
        expect((await failureOf(store.append('document-b', [event], 'no-stream'))).reason.code).toBe(
          'conflict',
        );
        expect(await collect(store.readStream('document-b'))).toEqual([]);
      });
    });

    describe('appending at the same time', () => {
      it('admits exactly one of two concurrent creators of a stream', async () => {
        for (let round = 0; round < 10; round += 1) {
          const outcomes = await inFlight(2, (index) =>
            store.append(`document-${round}`, [note(`creator ${index}`)], 'no-stream'),
          );
          expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
        }
        expect(await log()).toHaveLength(10);
      });

      it('stores the rest of a batch when one of its appends is refused', async () => {
        await store.append('document-taken', [note('there')], 'no-stream');
        const outcomes = await inFlight(40, (index) =>
          index % 4 === 0
            ? store.append('document-taken', [note('refused')], 'no-stream')
            : store.append(`document-${index}`, [note('a'), note('b')], 'no-stream'),
        );
        for (const [index, outcome] of outcomes.entries()) {
          expect(outcome.status).toBe(index % 4 === 0 ? 'rejected' : 'fulfilled');
        }
        const events = await log();
        expect(events).toHaveLength(61);
        expectDense(events);
      });

      it('keeps positions dense and loses no update with 64 writers on 8 streams', async () => {
        const writers = 64;
        const perWriter = 2;
        await inFlight(writers, async (writer) => {
          const streamId: StreamId = `document-${writer % 8}`;
          let expected: number | 'no-stream' = 'no-stream';
          let seen = 0;
          for (let n = 0; n < perWriter; n += 1) {
            for (;;) {
              // Continues from the last revision it saw: rereading from the start would read tens of thousands of events.
              const fromRevision: number = expected === 'no-stream' ? 0 : expected + 1;
              const last = (await collect(store.readStream(streamId, { fromRevision }))).at(-1);
              expected = last?.revision ?? expected;
              seen = last ? (last.data as { n: number }).n : seen;
              try {
                await store.append(streamId, [count(seen + 1)], expected);
                break;
              } catch (error) {
                if (!(error instanceof Failure) || error.reason.code !== 'conflict') throw error;
              }
            }
          }
        });
        const events = await log();
        expect(events).toHaveLength(writers * perWriter);
        expectDense(events);
        for (let stream = 0; stream < 8; stream += 1) {
          // Each writer added one to the last number: a lost update would show as a repeated one.
          const history = events.filter((event) => event.streamId === `document-${stream}`);
          expect(dataOf(history)).toEqual(history.map((_, index) => ({ n: index + 1 })));
          expect(history.map((event) => event.revision)).toEqual(history.map((_, index) => index));
        }
      });

      it('keeps the order of appends that one caller does not await', async () => {
        await Promise.all(Array.from({ length: 50 }, (_, n) => store.append('access-a', [count(n)], 'any')));
        expect(dataOf(await log())).toEqual(Array.from({ length: 50 }, (_, n) => ({ n })));
      });
    });

    describe('reading', () => {
      beforeEach(async () => {
        for (let n = 0; n < 25; n += 1) {
          await store.append(
            n % 2 === 0 ? 'document-even' : 'indexing-odd',
            [n % 5 === 0 ? note(`${n}`) : count(n)],
            'any',
          );
        }
      });

      it('reads a stream from a revision', async () => {
        const events = await collect(store.readStream('document-even', { fromRevision: 10 }));
        expect(events.map((event) => event.revision)).toEqual([10, 11, 12]);
      });

      it('reads a stream as it was at a position', async () => {
        const events = await collect(store.readStream('document-even', { toPosition: 5 }));
        expect(events.map((event) => event.position)).toEqual([1, 3, 5]);
      });

      it('reads a stream page by page, and returns a next revision only when more follows', async () => {
        const first = await store.readStreamPage('document-even', { limit: 8 });
        expect(first.events.map((event) => event.revision)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
        expect(first.next).toBe(8);
        const rest = await store.readStreamPage('document-even', { fromRevision: 8, limit: 5 });
        expect(rest.events.map((event) => event.revision)).toEqual([8, 9, 10, 11, 12]);
        expect(rest.next).toBeUndefined();
      });

      it('reads many ranges of streams together, each event once, in log order and up to a position', async () => {
        await store.append('document-a', [note('a0'), note('a1'), note('a2')], 'any');
        await store.append('query-b', [note('b0'), note('b1')], 'any');
        const range = (streamId: StreamId, fromRevision: number, toRevision = fromRevision): StreamRange => ({
          streamId,
          fromRevision,
          toRevision,
        });
        const placesOf = async (ranges: readonly StreamRange[], toPosition?: number) =>
          (await collect(store.readRanges(ranges, toPosition === undefined ? {} : { toPosition }))).flatMap(
            ({ events }) => events.map(({ streamId, revision }) => `${streamId}@${revision}`),
          );
        const ranges = [
          range('query-b', 1),
          range('document-a', 1, 9),
          range('document-a', 2),
          range('document-a', 2),
          range('query-b', 7),
          range('query-none', 0, 5),
        ];
        expect(await placesOf(ranges)).toEqual(['document-a@1', 'document-a@2', 'query-b@1']);
        expect(await placesOf(ranges, 28)).toEqual(['document-a@1', 'document-a@2']);
        expect(await placesOf([])).toEqual([]);
        expect(await placesOf([range('query-none', 0)])).toEqual([]);
      });

      it('finds nothing in a stream that does not exist', async () => {
        expect(await collect(store.readStream('document-none'))).toEqual([]);
      });

      it('reads the log after a position, in small batches and up to a position', async () => {
        const positions = (await collect(store.readAll(7, { batchSize: 3, toPosition: 19 }))).map(
          (e) => e.position,
        );
        expect(positions).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
      });

      it('filters by type, by category and by both', async () => {
        const read = async (filter: Parameters<EventStore['readPage']>[2]) =>
          (await collect(store.readAll(0, { ...(filter ? { filter } : {}), batchSize: 4 }))).map(
            (e) => e.position,
          );
        expect(await read({ types: ['Noted'] })).toEqual([1, 6, 11, 16, 21]);
        expect(await read({ categories: ['indexing'] })).toEqual([
          2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24,
        ]);
        expect(await read({ types: ['Noted'], categories: ['indexing'] })).toEqual([6, 16]);
        expect(await read({ types: [] })).toEqual([]);
      });

      it('reports how far a page read, even when nothing matched', async () => {
        const page = await store.readPage(0, 2, { types: ['Noted'] });
        expect(page).toMatchObject({ scannedTo: 6, head: 25 });
        expect(await store.readPage(21, 10, { types: ['Noted'] })).toEqual({
          events: [],
          unreadable: [],
          scannedTo: 25,
          head: 25,
        });
      });

      it('finds the position of the log at an instant', async () => {
        const events = await log();
        const last = events.at(-1);
        expect(await store.positionAt('1999-01-01T00:00:00.000Z')).toBe(0);
        expect(await store.positionAt(last?.recordedAt ?? '')).toBe(25);
        expect(await store.positionAt('2999-01-01T00:00:00.000Z')).toBe(25);
        const middle = events[11];
        const expected = events.findLast((event) => event.recordedAt <= (middle?.recordedAt ?? ''))?.position;
        expect(await store.positionAt(middle?.recordedAt ?? '')).toBe(expected);
      });

      it('returns the recording times of the requested positions that exist', async () => {
        const events = await log();
        const recorded = await store.recordedAt([24, 3, 25, 26, 0]);
        expect([...recorded].toSorted(([one], [other]) => one - other)).toEqual(
          [3, 24, 25].map((position) => [position, events[position - 1]?.recordedAt]),
        );
        expect(await store.recordedAt([])).toEqual(new Map());
      });

      it('records instants that never go backwards', async () => {
        const instants = (await log()).map((event) => event.recordedAt);
        expect(instants).toEqual(instants.toSorted());
      });
    });

    describe('subscribing', () => {
      it('passes from history to live without a gap or a repeat', async () => {
        for (let n = 1; n <= 20; n += 1) await store.append('access-a', [count(n)], 'any');
        const seen = collect(store.subscribe(0, undefined, abort.signal), 60);
        for (let n = 21; n <= 60; n += 1) await store.append('access-a', [count(n)], 'any');
        expect(dataOf(await seen)).toEqual(Array.from({ length: 60 }, (_, index) => ({ n: index + 1 })));
      });

      it('delivers every event exactly once and in order to early and late subscribers while 64 callers write', async () => {
        const total = 64 * 8;
        const live = collect(store.subscribe(0, undefined, abort.signal), total);
        const writing = inFlight(64, async (writer) => {
          for (let n = 0; n < 8; n += 1) await store.append(`access-${writer}`, [count(n)], 'any');
        });
        const fresh = collect(store.subscribe(0, undefined, abort.signal), total);
        await writing;
        expectDense(await live);
        expectDense(await fresh);
      });

      it('starts after the given position and respects the filter', async () => {
        for (let n = 0; n < 6; n += 1)
          await store.append('access-a', [n % 2 === 0 ? count(n) : note(`${n}`)], 'any');
        const seen = collect(store.subscribe(2, { types: ['Counted'] }, abort.signal), 3);
        await store.append('access-a', [note('no'), count(6)], 'any');
        expect(dataOf(await seen)).toEqual([{ n: 2 }, { n: 4 }, { n: 6 }]);
      });

      it('moves past events that the filter ignores, so that a checkpoint can follow', async () => {
        const pages: LogPage[] = [];
        const done = (async () => {
          for await (const page of store.subscribePages(0, { types: ['Counted'] }, abort.signal)) {
            pages.push(page);
            if (page.scannedTo >= 3) return;
          }
        })();
        for (let n = 0; n < 3; n += 1) await store.append('access-a', [note(`${n}`)], 'any');
        await done;
        expect(pages.flatMap((page) => page.events)).toEqual([]);
        expect(pages.at(-1)?.scannedTo).toBe(3);
      });

      it('ends when its signal aborts, also while it waits', async () => {
        const seen = collect(store.subscribe(0, undefined, abort.signal));
        await store.append('access-a', [count(1)], 'any');
        setTimeout(() => abort.abort(), 50);
        expect((await seen).length).toBeLessThanOrEqual(1);
      });

      it('delivers the same events to many subscribers', async () => {
        const seen = Array.from({ length: 20 }, () =>
          collect(store.subscribe(0, undefined, abort.signal), 30),
        );
        for (let n = 0; n < 30; n += 1) await store.append('access-a', [count(n)], 'any');
        for (const events of await Promise.all(seen)) expectDense(events);
      });
    });

    describe('subscribing to one stream', () => {
      const revisionsOf = (events: readonly RecordedEvent[]) => events.map(({ revision }) => revision);
      const upTo = (n: number) => Array.from({ length: n }, (_, index) => index);

      it('passes from history to live without a gap or a repeat, and skips other streams', async () => {
        for (let n = 0; n < 20; n += 1)
          await store.append(n % 2 === 0 ? 'query-a' : 'query-b', [count(n)], 'any');
        const seen = collect(store.subscribeStream('query-a', -1, abort.signal), 30);
        for (let n = 20; n < 60; n += 1)
          await store.append(n % 2 === 0 ? 'query-a' : 'query-b', [count(n)], 'any');
        const events = await seen;
        expect(revisionsOf(events)).toEqual(upTo(30));
        expect(dataOf(events)).toEqual(upTo(30).map((n) => ({ n: n * 2 })));
      });

      it('delivers each event once and in order, whenever subscribers join, while 64 callers write', async () => {
        const perWriter = 8;
        const streams = upTo(8).map((n): StreamId => `query-${n}`);
        const total = 64 * perWriter;
        const perStream = total / streams.length;
        const follow = () =>
          streams.map((streamId) => collect(store.subscribeStream(streamId, -1, abort.signal), perStream));
        const subscribers = follow();
        const writing = inFlight(64, async (writer) => {
          for (let n = 0; n < perWriter; n += 1) {
            await store.append(`query-${writer % streams.length}`, [count(n)], 'any');
            if (writer === n * 9) subscribers.push(...follow());
          }
        });
        await writing;
        subscribers.push(...follow());
        expect(subscribers.length).toBeGreaterThan(2 * streams.length);
        for (const events of await Promise.all(subscribers))
          expect(revisionsOf(events)).toEqual(upTo(perStream));
      });

      it('continues from where a reader left off, over many small steps', async () => {
        const seen: RecordedEvent[] = [];
        const writing = inFlight(4, async () => {
          for (let n = 0; n < 10; n += 1) await store.append('query-a', [count(n), note('x')], 'any');
        });
        while (seen.length < 80) {
          const from = seen.at(-1)?.revision ?? -1;
          seen.push(...(await collect(store.subscribeStream('query-a', from, abort.signal), 8)));
        }
        await writing;
        expect(revisionsOf(seen)).toEqual(upTo(seen.length));
      });

      it('waits for a stream that does not exist yet', async () => {
        const seen = collect(store.subscribeStream('query-later', -1, abort.signal), 2);
        await store.append('query-other', [note('not this')], 'any');
        await store.append('query-later', [note('one'), note('two')], 'no-stream');
        expect(dataOf(await seen)).toEqual([{ text: 'one' }, { text: 'two' }]);
      });

      it('starts after the given revision and delivers only the requested types', async () => {
        await store.append('query-a', [count(0), count(1), note('2'), count(3)], 'any');
        const seen = collect(store.subscribeStream('query-a', 0, abort.signal, { types: ['Counted'] }), 3);
        await store.append('query-a', [note('4'), count(5)], 'any');
        expect(revisionsOf(await seen)).toEqual([1, 3, 5]);
      });

      it('starts with a recent stream from memory, given a position it is known to reach', async () => {
        // With a subscriber, recent events are held in memory.
        const beside = collect(store.subscribeStream('query-b', -1, abort.signal), 1);
        const { position } = await store.append('query-a', [count(0), count(1), count(2)], 'no-stream');
        const all = collect(store.subscribeStream('query-a', -1, abort.signal, { reaches: position }), 4);
        const later = collect(
          store.subscribeStream('query-a', 1, abort.signal, { types: ['Counted'], reaches: position }),
          2,
        );
        const last = collect(store.subscribeStream('query-a', 2, abort.signal, { reaches: position }), 1);
        await store.append('query-b', [note('beside')], 'any');
        await store.append('query-a', [count(3)], 'any');
        expect(revisionsOf(await all)).toEqual([0, 1, 2, 3]);
        expect(revisionsOf(await later)).toEqual([2, 3]);
        expect(revisionsOf(await last)).toEqual([3]);
        await beside;
      });

      it('delivers events that another store appends to the same log', async () => {
        await harness.newerStore.append('query-a', [note('before')], 'any');
        const seen = collect(store.subscribeStream('query-a', -1, abort.signal), 2);
        await harness.newerStore.append('query-b', [note('beside')], 'any');
        await harness.newerStore.append('query-a', [note('after')], 'any');
        expect(dataOf(await seen)).toEqual([{ text: 'before' }, { text: 'after' }]);
      });

      it('ends with a typed failure before an event that it cannot read, unless its type was not requested', async () => {
        await store.append('query-a', [note('one')], 'any');
        const all: RecordedEvent[] = [];
        const refused = failureOf(
          (async () => {
            for await (const event of store.subscribeStream('query-a', -1, abort.signal)) all.push(event);
          })(),
        );
        const known = collect(store.subscribeStream('query-a', -1, abort.signal, { types: ['Noted'] }), 2);
        await harness.newerStore.append('query-a', [foretell('x', 'patient-1')], 'any');
        await store.append('query-a', [note('two')], 'any');
        expect((await refused).reason).toMatchObject({
          code: 'unavailable',
          details: { position: 2, type: 'Foretold', reason: 'unknown_type' },
        });
        expect(dataOf(all)).toEqual([{ text: 'one' }]);
        expect(dataOf(await known)).toEqual([{ text: 'one' }, { text: 'two' }]);
      });

      it('ends when its signal aborts, also while it waits', async () => {
        await store.append('query-a', [count(1)], 'any');
        const own = new AbortController();
        const seen: RecordedEvent[] = [];
        for await (const event of store.subscribeStream('query-a', -1, own.signal)) {
          seen.push(event);
          setImmediate(() => own.abort());
        }
        expect(revisionsOf(seen)).toEqual([0]);
      });
    });

    describe('under a fence', () => {
      it('writes while the lease is held, and nothing once it has a newer owner', async () => {
        const former = await harness.takeLease('consumer:a');
        await store.append('query-a', [note('mine')], 'no-stream', { fence: former });
        const current = await harness.takeLease('consumer:a');
        const error = await failureOf(store.append('query-a', [note('late')], 'any', { fence: former }));
        expect(isLeaseLost(error)).toBe(true);
        expect(error.reason.details).toEqual({ lease: 'consumer:a', fence: former.fence });
        await store.append('query-a', [note('theirs')], 0, { fence: current });
        expect(dataOf(await log())).toEqual([{ text: 'mine' }, { text: 'theirs' }]);
      });

      it('refuses a fence that was never granted, or was granted for another lease', async () => {
        const one = await harness.takeLease('consumer:a');
        const fences = [
          { name: 'consumer:unheard-of', fence: one.fence },
          { ...one, fence: one.fence + 1 },
        ];
        for (const fence of fences) {
          expect(isLeaseLost(await failureOf(store.append('query-a', [note('x')], 'any', { fence })))).toBe(
            true,
          );
        }
        expect(await store.head()).toBe(0);
      });

      it('refuses only the appends under the stale fence, whatever is batched with them', async () => {
        const former = await harness.takeLease('consumer:a');
        await harness.takeLease('consumer:a');
        const current = await harness.takeLease('consumer:b');
        const fences = [undefined, former, current];
        const outcomes = await inFlight(60, (index) => {
          const fence = fences[index % 3];
          return store.append(`query-${index % 7}`, [count(index)], 'any', fence ? { fence } : {});
        });
        for (const [index, outcome] of outcomes.entries()) {
          expect(outcome.status).toBe(index % 3 === 1 ? 'rejected' : 'fulfilled');
          if (outcome.status === 'rejected') expect(isLeaseLost(outcome.reason)).toBe(true);
        }
        const events = await log();
        expect(events).toHaveLength(40);
        expectDense(events);
      });

      it('does not confirm a repeated append to a former owner', async () => {
        const former = await harness.takeLease('consumer:a');
        const event = note('once');
        await store.append('query-a', [event], 'no-stream', { fence: former });
        await harness.takeLease('consumer:a');
        const error = await failureOf(store.append('query-a', [event], 'no-stream', { fence: former }));
        expect(isLeaseLost(error)).toBe(true);
      });
    });

    describe('with a newer version of the program on the same log', () => {
      const unknown = { position: 2, streamId: 'query-a', revision: 1, type: 'Foretold' };

      it('passes over unreadable events for readers that did not request their types, in history and live', async () => {
        const live = collect(store.subscribe(0, { types: ['Noted'] }, abort.signal), 3);
        const categories = collect(store.subscribe(0, { categories: ['document'] }, abort.signal), 2);
        await store.append('document-a', [note('one')], 'any');
        await harness.newerStore.append('query-a', [foretell('later', 'patient-1'), recount(1)], 'any');
        await store.append('document-a', [note('two')], 'any');
        await harness.newerStore.append('query-a', [foretell('later', 'patient-1')], 'any');
        await store.append('access-a', [note('three')], 'any');
        expect(dataOf(await live)).toEqual([{ text: 'one' }, { text: 'two' }, { text: 'three' }]);
        expect(dataOf(await categories)).toEqual([{ text: 'one' }, { text: 'two' }]);
        const history = await collect(store.readAll(0, { filter: { types: ['Noted'] }, batchSize: 2 }));
        expect(dataOf(history)).toEqual([{ text: 'one' }, { text: 'two' }, { text: 'three' }]);
      });

      it('reports unreadable events by position to readers that requested them', async () => {
        await store.append('query-a', [note('one')], 'any');
        await harness.newerStore.append('query-a', [foretell('x', 'patient-1'), recount(1)], 'any');
        await store.append('query-a', [note('two')], 'any');
        const expected = {
          unreadable: [
            { ...unknown, reason: 'unknown_type' },
            { position: 3, type: 'Counted', schemaVersion: 2, reason: 'newer_version' },
          ],
          scannedTo: 4,
        };
        const page = await store.readPage(0, 10);
        expect(page).toMatchObject(expected);
        expect(dataOf(page.events)).toEqual([{ text: 'one' }, { text: 'two' }]);
        for (const filter of [undefined, { types: ['Noted', 'Foretold', 'Counted'] }]) {
          for await (const seen of store.subscribePages(0, filter, abort.signal)) {
            expect(seen).toMatchObject(expected);
            break;
          }
        }
        const stored = await store.readStored(1, 2);
        expect(page.unreadable.map(({ data, metadata }) => ({ data, metadata }))).toEqual(
          stored.events.map(({ data, metadata }) => ({ data, metadata })),
        );
        expect((await store.readStreamPage('query-a')).unreadable).toEqual(page.unreadable);
      });

      it('reports them to live subscribers too, and continues with the events that follow', async () => {
        const pages: LogPage[] = [];
        const following = (async () => {
          for await (const page of store.subscribePages(0, undefined, abort.signal)) {
            pages.push(page);
            if (page.scannedTo >= 3) return;
          }
        })();
        await store.append('query-a', [note('one')], 'any');
        await harness.newerStore.append('query-a', [foretell('x', 'patient-1')], 'any');
        await store.append('query-a', [note('two')], 'any');
        await following;
        expect(pages.flatMap((page) => page.unreadable)).toMatchObject([unknown]);
        expect(dataOf(pages.flatMap((page) => page.events))).toEqual([{ text: 'one' }, { text: 'two' }]);
      });

      it('ends reading event by event with a typed failure, after all earlier events', async () => {
        await store.append('query-a', [note('one')], 'any');
        await harness.newerStore.append('query-a', [foretell('x', 'patient-1')], 'any');
        await store.append('query-a', [note('two')], 'any');
        for (const events of [
          store.readStream('query-a'),
          store.readAll(0),
          store.subscribe(0, undefined, abort.signal),
        ]) {
          const seen: RecordedEvent[] = [];
          const reading = (async () => {
            for await (const event of events) seen.push(event);
          })();
          expect((await failureOf(reading)).reason).toMatchObject({
            code: 'unavailable',
            details: { position: 2, type: 'Foretold', reason: 'unknown_type' },
          });
          expect(dataOf(seen)).toEqual([{ text: 'one' }]);
        }
      });

      it('ignores an unreadable event beyond the end of the requested range', async () => {
        await store.append('query-a', [note('one')], 'any');
        await harness.newerStore.append('query-a', [foretell('x', 'patient-1')], 'any');
        expect(dataOf(await collect(store.readAll(0, { toPosition: 1 })))).toEqual([{ text: 'one' }]);
        const earlier = store.readStream('query-a', { toPosition: 1 });
        expect(dataOf(await collect(earlier))).toEqual([{ text: 'one' }]);
      });

      it('reads stored events of any version with their positions, without decrypting them', async () => {
        await store.append('query-a', [note('one')], 'any');
        await harness.newerStore.append('query-a', [foretell('Mary Contrary', 'patient-1')], 'any');
        await store.append('document-a', [note('two')], 'any');
        const { events, ...rest } = await store.readStored(0, 10);
        expect(rest).toEqual({ scannedTo: 3, head: 3 });
        expect(events).toMatchObject([{ position: 1 }, { ...unknown, schemaVersion: 1 }, { position: 3 }]);
        expect(JSON.parse(events[0]?.data ?? '')).toEqual({ text: 'one' });
        expect(JSON.parse(events[1]?.metadata ?? '')).toMatchObject({ subject: 'patient-1' });
        expect(events[1]?.data).not.toContain('Contrary');
        expect(events[1]?.data).toContain('$sealed');
        expect(await store.readStored(0, 1, { types: ['Foretold'] })).toMatchObject({
          events: [unknown],
          scannedTo: 2,
          head: 3,
        });
      });
    });

    describe('keeping secrets', () => {
      it('never stores a sensitive field in plain text, and reads it back', async () => {
        await store.append('query-a', [confide('Mary Contrary, MRN 123456', 'patient-1')], 'no-stream');
        expect(await harness.rawText()).not.toMatch(/Contrary|123456/);
        expect(dataOf(await log())).toEqual([{ secret: 'Mary Contrary, MRN 123456' }]);
      });

      it('stores nothing under a key that another process has destroyed, but stores the rest of the batch', async () => {
        await store.append('query-a', [confide('before', 'patient-1')], 'any');
        await harness.eraseElsewhere('patient-1');
        const outcomes = await inFlight(12, (index) =>
          index % 3 === 0
            ? store.append('query-a', [confide('after', 'patient-1'), note('beside')], 'any')
            : store.append('query-b', [confide('stays', 'patient-2')], 'any'),
        );
        outcomes.push(
          ...(await inFlight(1, () => store.append('query-a', [confide('x', 'patient-1')], 'any'))),
        );
        for (const [index, outcome] of outcomes.entries()) {
          if (index % 3 !== 0) expect(outcome.status).toBe('fulfilled');
          else expect(outcome).toMatchObject({ reason: { reason: { code: 'rule_violated' } } });
        }
        expect(await store.append('query-c', [note('plain')], 'any')).toMatchObject({ revision: 0 });
        const events = await log();
        expect(events).toHaveLength(10);
        expectDense(events);
      });

      it('keeps stored bytes unchanged when their key is destroyed, so that proofs over them stay valid', async () => {
        const appended = confide('gone "for ever" – \u0000', 'patient-1');
        await store.append('query-a', [note('  spaces,  "quotes" '), appended], 'any');
        const before = await store.readStored(0, 10);
        expect(before.events[0]?.data).toBe(JSON.stringify({ text: '  spaces,  "quotes" ' }));
        await harness.eraseSubject('patient-1');
        expect(await store.readStored(0, 10)).toEqual(before);
        expect(await harness.newerStore.readStored(1, 1)).toEqual({ ...before, events: [before.events[1]] });
      });

      it('reads sensitive fields as erased once the subject is erased', async () => {
        await store.append('query-a', [confide('gone', 'patient-1')], 'no-stream');
        await store.append('query-b', [confide('stays', 'patient-2')], 'no-stream');
        await harness.eraseSubject('patient-1');
        expect(dataOf(await log())).toEqual([{ secret: '[erased]' }, { secret: 'stays' }]);
      });
    });
  });
};
