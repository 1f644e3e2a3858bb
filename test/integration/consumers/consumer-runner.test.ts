import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executeDecider } from '../../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../../commands/runtime/system-caller.ts';
import type { ConsumerDefinition } from '../../../consumers/runner/consumer-definition.ts';
import { performOnce } from '../../../consumers/runner/perform-once.ts';
import { type ConsumerServices, runConsumer } from '../../../consumers/runner/run-consumer.ts';
import type { Decider } from '../../../domain/kernel/decider.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { EventOf } from '../../../domain/kernel/event-definition.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { ok } from '../../../domain/kernel/result.ts';
import {
  PARTITION_COUNT,
  partitionName,
  partitionOfKey,
} from '../../../domain/operations/consumer-partitions.ts';
import { parkedEventsDecider } from '../../../domain/operations/parked-events-decider.ts';
import { readModelUnavailable } from '../../../followers/read-model-unavailable.ts';
import { diskFull, type FreeSpace, unlimitedSpace } from '../../../ports/free-space.ts';
import { isLeaseLost, type Leases } from '../../../ports/leases.ts';
import { withoutConnection } from '../../../ports/no-connection.ts';
import { databaseKinds } from '../../support/databases.ts';
import {
  collect,
  confide,
  count,
  counted,
  foretell,
  note,
  type noted,
  recount,
} from '../../support/events.ts';
import { type LogHarness, openLogHarness, until } from '../../support/log-harness.ts';

const numberIn = (event: RecordedEvent): number => counted.schema.parse(event.data).n;

for (const kind of databaseKinds) {
  describe(`the consumer runner on ${kind.name}`, () => {
    let log: LogHarness;
    let stop: AbortController;
    let runs: Promise<void>[];
    let handled: number[];
    let reports: string[];

    beforeEach(async () => {
      log = await openLogHarness(kind);
      stop = new AbortController();
      runs = [];
      handled = [];
      reports = [];
    });
    afterEach(async () => {
      stop.abort();
      await Promise.all(runs);
      await log.dispose();
    });

    const services = (): ConsumerServices => ({
      ...log,
      followerRegistry: {
        ...log.followerRegistry,
        setHealth: (name, health) => {
          log.followerRegistry.setHealth(name, health);
          reports.push(health.state);
        },
      },
      withTrace: (_event, work) => work(),
      retry: { attempts: 3, firstPause: 5, maxPause: 20 },
      pauses: { firstRetry: 20, maxRetry: 100, stepDown: 50 },
    });
    const consumer = (overrides: Partial<ConsumerDefinition> = {}): ConsumerDefinition => ({
      name: 'listener',
      eventTypes: ['Counted'],
      concurrency: 4,
      orderingKey: (event) => event.streamId,
      laterEvents: 'pass',
      deadline: 60_000,
      handle: async (event) => {
        handled.push(numberIn(event));
      },
      ...overrides,
    });
    const run = (definition: ConsumerDefinition, signal = stop.signal): Promise<void> => {
      const running = runConsumer(definition, services(), signal);
      runs.push(running);
      return running;
    };
    const append = (stream: string, ...numbers: number[]) =>
      log.eventStore.append(
        `access-${stream}`,
        numbers.map((n) => count(n)),
        'any',
      );
    const replay = (eventId = '') =>
      executeDecider({
        decider: parkedEventsDecider,
        streamId: 'projection-listener',
        commands: [{ type: 'RequestReplay', consumer: 'listener', eventId }],
        context: {
          actor: { id: 'admin', role: 'admin' },
          commandId: log.identity.newId(),
          correlationId: 'test',
        },
        services: log,
      });
    const parkedTypes = async () =>
      (await collect(log.eventStore.readStream('projection-listener'))).map(({ type }) => type);

    it('delivers past events and then new ones', async () => {
      await append('a', 1, 2);
      run(consumer());
      await append('a', 3);
      await until('all events are handled', () => handled.length === 3);
      expect(handled).toEqual([1, 2, 3]);
    });

    it('keeps the order of each key while different keys run concurrently', async () => {
      const underWay = { now: 0, most: 0 };
      run(
        consumer({
          handle: async (event) => {
            underWay.now += 1;
            underWay.most = Math.max(underWay.most, underWay.now);
            await new Promise((resolve) => setTimeout(resolve, 5 + (numberIn(event) % 3) * 5));
            handled.push(numberIn(event));
            underWay.now -= 1;
          },
        }),
      );
      for (let n = 0; n < 40; n += 1) await append(`${n % 8}`, n);
      await until('all events are handled', () => handled.length === 40);
      for (let key = 0; key < 8; key += 1) {
        const own = handled.filter((n) => n % 8 === key);
        expect(own).toEqual(own.toSorted((a, b) => a - b));
      }
      expect(underWay.most).toBeGreaterThan(1);
      expect(underWay.most).toBeLessThanOrEqual(4);
    });

    it.each([
      { how: 'is down', refused: undefined, outage: 1 },
      { how: 'is back and still skipped', refused: 'circuit_open', outage: 0 },
    ])('parks nothing while the blob store $how', async ({ refused, outage }) => {
      const details = refused === undefined ? {} : { refused };
      const away = new Failure(failure('unavailable', 'Away.', { component: 'blob-store', details }));
      let [failures, looks] = [0, 0];
      const running = runConsumer(
        consumer({
          handle: async (event) => {
            failures += 1;
            if (failures === 1) throw away;
            handled.push(numberIn(event));
          },
        }),
        {
          ...services(),
          retry: { attempts: 1, firstPause: 5, maxPause: 20 },
          files: {
            check: async () => {
              looks += 1;
              if (looks <= outage) throw away;
            },
          },
        },
        stop.signal,
      );
      runs.push(running);
      await append('a', 1);
      await until('the event is handled', () => handled.length === 1);
      expect(await parkedTypes()).toEqual([]);
    });

    it('tries as often as the definition allows, and only then parks', async () => {
      let attempts = 0;
      const { retry: _, ...own } = services();
      runs.push(
        runConsumer(
          consumer({
            retry: { attempts: 7, firstPause: 1, maxPause: 2 },
            handle: async () => {
              attempts += 1;
              throw new Error('The receiver is restarted.');
            },
          }),
          own,
          stop.signal,
        ),
      );
      await append('a', 1);
      await until('the event is parked', async () => (await parkedTypes()).length > 0);
      expect(attempts).toBe(7);
    });

    it('parks nothing that needs a read model not built yet, however long that takes', async () => {
      const absent = new Failure(
        failure('timeout', 'It does not exist yet.', { component: 'search', details: readModelUnavailable }),
      );
      const built = Promise.withResolvers<void>();
      let tried = 0;
      let isBuilt = false;
      run(
        consumer({
          handle: async (event) => {
            tried += 1;
            // More often than the policy allows.
            if (tried > 5) built.resolve();
            if (!isBuilt) throw absent;
            handled.push(numberIn(event));
          },
        }),
      );
      await append('a', 1);
      await built.promise;
      isBuilt = true;
      await until('the event is handled', () => handled.length === 1);
      expect(await parkedTypes()).toEqual([]);
    });

    it('parks nothing during a database outage, however long, and counts no attempt', async () => {
      const away = new Failure(failure('unavailable', 'Away.', { component: 'database', retryAfter: 1 }));
      const outage = { looks: 0 };
      const flaky = {
        ...log.eventStore,
        head: async () => {
          outage.looks -= 1;
          if (outage.looks > 0) throw away;
          return log.eventStore.head();
        },
      };
      const attempts: number[] = [];
      const definition = consumer({
        handle: async (event, { attempt }) => {
          attempts.push(attempt);
          // Unavailable for more deliveries than the policy allows.
          if (attempts.length <= 5) {
            outage.looks = 2;
            throw away;
          }
          handled.push(numberIn(event));
        },
      });
      runs.push(runConsumer(definition, { ...services(), eventStore: flaky }, stop.signal));
      await append('a', 1);
      await until('the event is handled', () => handled.length === 1);
      expect(attempts).toEqual([1, 1, 1, 1, 1, 1]);
      expect(await parkedTypes()).toEqual([]);
    });

    it('counts no attempt while the event store is unavailable and the database is not', async () => {
      const away = new Failure(failure('unavailable', 'Away.', { component: 'event-store', retryAfter: 1 }));
      let looks = 0;
      const reachLog = async (): Promise<void> => {
        looks -= 1;
        if (looks > 0) throw away;
      };
      const attempts: number[] = [];
      const definition = consumer({
        handle: async (event, { attempt }) => {
          attempts.push(attempt);
          if (attempts.length <= 5) {
            looks = 2;
            throw away;
          }
          handled.push(numberIn(event));
        },
      });
      runs.push(runConsumer(definition, { ...services(), reachLog }, stop.signal));
      await append('a', 1);
      await until('the event is handled', () => handled.length === 1);
      expect(attempts).toEqual([1, 1, 1, 1, 1, 1]);
      expect(await parkedTypes()).toEqual([]);
    });

    it('counts no attempt for which no connection to the database is free, though others answer', async () => {
      const full = new Failure(failure('unavailable', 'All are in use.', { component: 'database' }));
      const attempts: number[] = [];
      run(
        consumer({
          handle: async (event, { attempt }) => {
            attempts.push(attempt);
            if (attempts.length <= 5) throw withoutConnection(full);
            handled.push(numberIn(event));
          },
        }),
      );
      await append('a', 1);
      await until('the event is handled', () => handled.length === 1);
      expect(attempts).toEqual([1, 1, 1, 1, 1, 1]);
      expect(await parkedTypes()).toEqual([]);
    });

    it('parks an event that alone makes a database fail which serves everyone else', async () => {
      run(
        consumer({
          handle: async () => {
            throw new Failure(failure('unavailable', 'No memory.', { component: 'database', retryAfter: 5 }));
          },
        }),
      );
      await append('a', 1);
      await until('the event is parked', async () => (await parkedTypes()).length === 1);
    });

    it('retries a failed event', async () => {
      let attempts = 0;
      run(
        consumer({
          handle: async (event) => {
            attempts += 1;
            if (attempts < 3) throw new Error('not yet');
            handled.push(numberIn(event));
          },
        }),
      );
      await append('a', 1);
      await until('the event is handled', () => handled.length === 1);
      expect(attempts).toBe(3);
      expect(await parkedTypes()).toEqual([]);
    });

    it('parks an event that keeps failing, reports why without PHI, and continues with the rest', async () => {
      const notices: string[] = [];
      run(
        consumer({
          handle: async (event) => {
            if (numberIn(event) === 2) throw new RangeError('Mary Contrary, MRN 123456');
            handled.push(numberIn(event));
          },
          onParked: async (_event, reason) => {
            notices.push(reason);
          },
        }),
      );
      await append('a', 1, 2, 3);
      await until('the other events are handled', () => handled.length === 2);
      expect(handled).toEqual([1, 3]);
      await until('a caller was notified', () => notices.length === 1);
      const [parked] = await collect(log.eventStore.readStream('projection-listener'));
      expect(parked).toMatchObject({
        type: 'EventParked',
        data: {
          consumer: 'listener',
          eventType: 'Counted',
          position: 2,
          attempts: 3,
          reason: 'internal_error',
        },
      });
      expect(JSON.stringify(parked)).not.toMatch(/Contrary|123456/);
    });

    it('handles a parked event again on request, and notes that it is resolved', async () => {
      let isRepaired = false;
      run(
        consumer({
          handle: async (event) => {
            if (!isRepaired) throw new Error('broken');
            handled.push(numberIn(event));
          },
        }),
      );
      await append('a', 7);
      await until('the event is parked', async () => (await parkedTypes()).length === 1);
      const [parked] = await collect(log.eventStore.readAll(0, { filter: { types: ['Counted'] } }));
      await replay(parked?.id);
      await until('the event is parked again', async () => (await parkedTypes()).length === 3);
      isRepaired = true;
      await replay(parked?.id);
      await until(
        'the event is resolved',
        async () => (await parkedTypes()).at(-1) === 'ParkedEventResolved',
      );
      expect(handled).toEqual([7]);
    });

    it('parks hundreds of failures together in a few appends, and delivers each event only as often as needed', async () => {
      const streams = 300;
      let appends = 0;
      let deliveries = 0;
      const counting = {
        ...services(),
        eventStore: {
          ...log.eventStore,
          append: (...given: Parameters<LogHarness['eventStore']['append']>) => {
            appends += 1;
            return log.eventStore.append(...given);
          },
        },
      };
      for (let n = 0; n < streams; n += 1) await append(`${n}`, n);
      runs.push(
        runConsumer(
          consumer({
            concurrency: 256,
            handle: async () => {
              deliveries += 1;
              throw new Error('the service is down');
            },
          }),
          counting,
          stop.signal,
        ),
      );
      await until('all events are parked', async () => (await parkedTypes()).length === streams);
      expect(new Set(await parkedTypes())).toEqual(new Set(['EventParked']));
      expect(deliveries).toBe(streams * 3);
      expect(appends).toBeLessThan(streams / 4);
      expect(reports).not.toContain('failing');
    });

    it('counts no attempt and parks nothing while the disk is full', async () => {
      await append('a', 1);
      let isFull = true;
      let attempts = 0;
      const space: FreeSpace = {
        ...unlimitedSpace,
        shortage: () => (isFull ? 'The disk is nearly full.' : undefined),
        // As if the disk filled up again and again during an attempt.
        waitForRoom: async () => {},
      };
      const definition = consumer({
        handle: async (event) => {
          attempts += 1;
          if (isFull && attempts % 2 === 0) throw diskFull('The disk is nearly full.');
          // The error of a library that bypasses the watch.
          if (isFull) throw new Error('ENOSPC: no space left on device, write');
          handled.push(numberIn(event));
        },
      });
      runs.push(runConsumer(definition, { ...services(), space }, stop.signal));
      await until('the event was tried more often than it may fail', () => attempts > 8);
      isFull = false;
      await until('the event is handled', () => handled.length === 1);
      expect(await parkedTypes()).toEqual([]);
    });

    it('parks an event although its waiting caller cannot be notified, and notes that', async () => {
      let notices = 0;
      run(
        consumer({
          handle: async (event) => {
            if (numberIn(event) === 1) throw new Error('broken');
            handled.push(numberIn(event));
          },
          onParked: async () => {
            notices += 1;
            throw new Error('no receiver');
          },
        }),
      );
      await append('a', 1);
      await append('b', 2);
      await until('the event is parked', async () => (await parkedTypes()).length === 1);
      await until('the checkpoint follows', async () => (await log.checkpoints.read('listener')) >= 2);
      expect(notices).toBe(3);
      expect(handled).toEqual([2]);
      const [parked] = await collect(log.eventStore.readStream('projection-listener'));
      expect(parked?.data).toMatchObject({ attempts: 3, untold: expect.stringMatching(/Unexpected/) });
      expect(reports).not.toContain('failing');
    });

    it('skips an event whose data subject has been erased', async () => {
      let attempts = 0;
      run(
        consumer({
          handle: async (event) => {
            if (numberIn(event) === 1) {
              attempts += 1;
              await log.eventStore.append('query-of-mary', [confide('secret', 'mary')], 'any');
            }
            handled.push(numberIn(event));
          },
        }),
      );
      await log.vault.destroy('mary');
      await append('a', 1, 2);
      await until('the next event is handled', () => handled.length === 1);
      expect(attempts).toBe(1);
      expect(await parkedTypes()).toEqual([]);
    });

    it('abandons a handler that never returns, parks its event, and meanwhile continues with other keys', async () => {
      const signals: AbortSignal[] = [];
      run(
        consumer({
          deadline: 100,
          concurrency: 2,
          handle: async (event, { signal }) => {
            if (numberIn(event) === 1) {
              signals.push(signal);
              await new Promise(() => {});
            }
            handled.push(numberIn(event));
          },
        }),
      );
      await append('stuck', 1);
      for (let n = 2; n <= 9; n += 1) await append(`${n}`, n);
      await until('the other events are handled', () => handled.length === 8);
      await until('the event is parked', async () => (await parkedTypes()).length === 1);
      const [parked] = await collect(log.eventStore.readStream('projection-listener'));
      expect(parked?.data).toMatchObject({ attempts: 3, reason: 'timeout' });
      expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
      await until('the checkpoint follows', async () => (await log.checkpoints.read('listener')) >= 9);
    });

    it('never interrupts a handler that makes progress, however long it takes', async () => {
      run(
        consumer({
          deadline: 300,
          handle: async (event, { progress, rest }) => {
            for (let step = 0; step < 10; step += 1) {
              await new Promise((resolve) => setTimeout(resolve, 60));
              progress();
            }
            rest();
            await new Promise((resolve) => setTimeout(resolve, 600));
            handled.push(numberIn(event));
          },
        }),
      );
      await append('a', 1);
      await until('the event is handled', () => handled.length === 1);
      expect(await parkedTypes()).toEqual([]);
    });

    it('holds later events of a key behind a parked one where order matters, and releases them in order', async () => {
      let isRepaired = false;
      run(
        consumer({
          laterEvents: 'wait',
          handle: async (event) => {
            if (!isRepaired && numberIn(event) === 1) throw new Error('broken');
            handled.push(numberIn(event));
          },
        }),
      );
      await append('a', 1, 2, 3);
      await append('b', 4);
      await until('all events are parked', async () => (await parkedTypes()).length === 3);
      await until('the other key continues', () => handled.length === 1);
      expect(handled).toEqual([4]);
      const [head, second] = await collect(log.eventStore.readAll(0, { filter: { types: ['Counted'] } }));
      const parked = await collect(log.eventStore.readStream('projection-listener'));
      expect(parked.map(({ data }) => data)).toMatchObject([
        { eventId: head?.id, attempts: 3, key: 'access-a' },
        { eventId: second?.id, attempts: 0, reason: 'waits', waitsBehind: head?.id },
        { attempts: 0, reason: 'waits', waitsBehind: head?.id },
      ]);
      await expect(replay(second?.id)).rejects.toThrow(/waits behind/);
      isRepaired = true;
      await replay(head?.id);
      await append('a', 5);
      await until('all events are handled', () => handled.length === 5);
      expect(handled).toEqual([4, 1, 2, 3, 5]);
      await until(
        'all events are resolved',
        async () => (await parkedTypes()).filter((type) => type === 'ParkedEventResolved').length === 3,
      );
    });

    it('parks a held event that then fails, and holds the others behind it', async () => {
      let broken = 1;
      run(
        consumer({
          laterEvents: 'wait',
          handle: async (event) => {
            if (numberIn(event) === broken) throw new Error('broken');
            handled.push(numberIn(event));
          },
        }),
      );
      await append('a', 1, 2, 3);
      await until('all events are parked', async () => (await parkedTypes()).length === 3);
      const [head, second] = await collect(log.eventStore.readAll(0, { filter: { types: ['Counted'] } }));
      broken = 2;
      await replay(head?.id);
      await until('the second event is parked on its own', async () => (await parkedTypes()).length === 6);
      expect(handled).toEqual([1]);
      broken = 0;
      await replay(second?.id);
      await until('all events are handled', () => handled.length === 3);
      expect(handled).toEqual([1, 2, 3]);
    });

    it('leaves an unreadable event to other nodes, and visibly parks it when none could read it', async () => {
      const newer = await log.newerEventStore();
      await append('a', 1);
      await newer.append('access-b', [recount(2)], 'any');
      await newer.append('access-b', [foretell('of no concern', 'mary')], 'any');
      await append('c', 3);
      let tenures = 0;
      const leases: Leases = {
        acquire: async (...given) => {
          tenures += 1;
          return log.leases.acquire(...given);
        },
      };
      runs.push(runConsumer(consumer(), { ...services(), leases }, stop.signal));
      await until('the other events are handled', () => handled.includes(3));
      await until('the event is parked', async () => (await parkedTypes()).length === 1);
      expect(reports).toContain('blocked');
      expect(await collect(log.eventStore.readStream('projection-listener'))).toMatchObject([
        {
          type: 'EventParked',
          data: { position: 2, attempts: 0, reason: 'unreadable', eventType: 'Counted' },
        },
      ]);
      await until('the checkpoint follows', async () => (await log.checkpoints.read('listener')) >= 4);
      // Its partition is unreadable, so every partition meets it twice.
      expect(tenures).toBe(2 * PARTITION_COUNT);
    });

    it('parks an unreadable event again after a replay, so that a newer program can be asked again', async () => {
      const newer = await log.newerEventStore();
      await newer.append('access-b', [recount(2)], 'any');
      run(consumer());
      await until('the event is parked', async () => (await parkedTypes()).length === 1);
      const { unreadable } = await log.eventStore.readPage(0, 1);
      await replay(unreadable[0]?.id);
      await until('the event is parked again', async () => (await parkedTypes()).length === 3);
      await until(
        'all partitions have passed the event',
        async () => (await log.checkpoints.read('listener')) >= 3,
      );
      stop.abort();
      await Promise.all(runs);

      stop = new AbortController();
      const read: unknown[] = [];
      const newerConsumer = consumer({
        handle: async ({ data }) => {
          read.push(data);
        },
      });
      runs.push(runConsumer(newerConsumer, { ...services(), eventStore: newer }, stop.signal));
      await replay(unreadable[0]?.id);
      await until(
        'the event is resolved',
        async () => (await parkedTypes()).at(-1) === 'ParkedEventResolved',
      );
      expect(read).toEqual([{ number: 2 }]);
    });

    it('remembers blocked keys across a restart', async () => {
      const first = new AbortController();
      let broken = true;
      const waiting = consumer({
        laterEvents: 'wait',
        handle: async (event) => {
          if (broken && numberIn(event) === 1) throw new Error('broken');
          handled.push(numberIn(event));
        },
      });
      const running = run(waiting, first.signal);
      await append('a', 1, 2);
      await until('both events are parked', async () => (await parkedTypes()).length === 2);
      first.abort();
      await running;
      run(waiting);
      await append('a', 3);
      await until('the new event waits too', async () => (await parkedTypes()).length === 3);
      broken = false;
      const [head] = await collect(log.eventStore.readAll(0, { filter: { types: ['Counted'] } }));
      await replay(head?.id);
      await until('all events are handled', () => handled.length === 3);
      expect(handled).toEqual([1, 2, 3]);
    });

    it('refuses the appends of a handler whose lease was taken over, and delivers the event to the new owner', async () => {
      let overtaken: unknown;
      run(
        consumer({
          handle: async (event, { fence, confirm }) => {
            if (numberIn(event) === 1 && handled.length === 0) {
              handled.push(0);
              await confirm();
              // Another process takes the lease while this handler is running.
              await log.database.query(
                `update coordination.leases set owner = 'another', fence = fence + 1 where name = $1`,
                [fence.name],
              );
              await expect(confirm()).rejects.toThrow(/taken over/);
              overtaken = await log.eventStore
                .append('access-effect', [note('x')], 'any', { fence })
                .catch((error: unknown) => error);
              await log.database.query(`update coordination.leases set expires_at = '-infinity'`);
              throw overtaken;
            }
            handled.push(numberIn(event));
          },
        }),
      );
      await append('a', 1);
      await until('the event is handled by the next owner', () => handled.includes(1));
      expect(isLeaseLost(overtaken)).toBe(true);
      expect(handled).toEqual([0, 1]);
      expect(await parkedTypes()).toEqual([]);
      expect(reports).not.toContain('failing');
    });

    for (const [what, mayRepeat, times] of [
      ['does not repeat an effect that was intended before, since its outcome is unknown', false, 1],
      ['repeats an effect that does no harm when it is repeated', true, 2],
    ] as const) {
      it(what, async () => {
        type Intend = { readonly type: 'Intend' };
        const intended: Decider<Intend, EventOf<typeof noted>, boolean> = {
          initialState: false,
          decide: (_, isIntended) => ok(isIntended ? [] : [{ type: 'Noted', data: { text: 'intended' } }]),
          evolve: () => true,
        };
        let done = 0;
        const statuses: string[] = [];
        run(
          consumer({
            handle: async (event, delivery) => {
              const { status } = await performOnce({
                delivery,
                intention: {
                  decider: intended,
                  streamId: 'access-effect',
                  commands: [{ type: 'Intend' }],
                  context: systemContext(event, event.id, 'listener', delivery.fence),
                  services: log,
                },
                perform: async () => {
                  done += 1;
                  // The message was sent; only the answer would have confirmed its arrival.
                  if (done === 1) throw new Error('no answer');
                },
                mayRepeat: () => mayRepeat,
              });
              statuses.push(status);
            },
          }),
        );
        await append('a', 1);
        await until('the event is settled', () => statuses.length === 1);
        expect(statuses).toEqual([mayRepeat ? 'performed' : 'left-alone']);
        expect(done).toBe(times);
        expect((await collect(log.eventStore.readStream('access-effect'))).length).toBe(1);
      });
    }

    it('resumes after the last finished event, and repeats those in progress', async () => {
      const first = new AbortController();
      const running = run(
        consumer({
          handle: async (event, { signal }) => {
            if (numberIn(event) >= 3) {
              // Hangs until the process stops.
              await new Promise<void>((_, reject) =>
                signal.addEventListener('abort', () => reject(new Error('stopped'))),
              );
            }
            handled.push(numberIn(event));
          },
        }),
        first.signal,
      );
      await append('a', 1);
      await append('b', 2);
      await append('c', 3);
      await append('d', 4);
      await until('the first two events are handled', () => handled.length === 2);
      first.abort();
      await running;
      const reached = (key: string) => log.checkpoints.read(partitionName('listener', partitionOfKey(key)));
      expect(await reached('access-a')).toBeGreaterThanOrEqual(1);
      expect(await reached('access-c')).toBeLessThan(3);
      run(consumer());
      await until('the remaining events are handled', () => handled.length === 4);
      expect(handled.toSorted()).toEqual([1, 2, 3, 4]);
    });

    it('delivers later events while an old one is in progress, and holds only the checkpoint', async () => {
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      run(
        consumer({
          handle: async (event) => {
            if (numberIn(event) === 1) await held;
            handled.push(numberIn(event));
          },
        }),
      );
      await append('slow', 1);
      for (let n = 2; n <= 20; n += 1) await append(`${n}`, n);
      await until('the other events are handled', () => handled.length === 19);
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(await log.checkpoints.read('listener')).toBe(0);
      release();
      await until('the checkpoint follows', async () => (await log.checkpoints.read('listener')) === 20);
    });

    it('moves its checkpoint past events outside its subscription', async () => {
      run(consumer());
      await log.eventStore.append('access-a', [note('x'), note('y')], 'any');
      await until('the checkpoint follows', async () => (await log.checkpoints.read('listener')) === 2);
      expect(handled).toEqual([]);
    });

    it('visibly stops and restarts when even parking fails', async () => {
      let down = true;
      const broken: ConsumerServices = {
        ...services(),
        eventStore: {
          ...log.eventStore,
          append: (...args) =>
            down ? Promise.reject(new Error('log down')) : log.eventStore.append(...args),
        },
      };
      runs.push(
        runConsumer(
          consumer({
            handle: async (event) => {
              if (down) throw new Error('broken');
              handled.push(numberIn(event));
            },
          }),
          broken,
          stop.signal,
        ),
      );
      await append('a', 1);
      await until('the failure is reported', () => reports.includes('failing'));
      down = false;
      await until('the event is handled after all', () => handled.length === 1);
      expect(await log.checkpoints.read('listener')).toBeLessThanOrEqual(1);
    });

    it('refuses the checkpoint of a former owner', async () => {
      const lease = await log.leases.acquire('consumer:x', stop.signal);
      if (!lease) throw new Error('no lease');
      expect(await log.checkpoints.move('x', 5, lease)).toBe(true);
      expect(await log.checkpoints.move('x', 9, { name: lease.name, fence: lease.fence - 1 })).toBe(false);
      expect(await log.checkpoints.read('x')).toBe(5);
      await lease.release();
    });
  });
}
