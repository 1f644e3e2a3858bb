import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cancelTimer, setTimer, type TimerToSet } from '../../../commands/set-timer.ts';
import { runTimerScheduler, type TimerServices } from '../../../consumers/timers/run-timer-scheduler.ts';
import type { Failure } from '../../../domain/kernel/failure.ts';
import { timerStream } from '../../../domain/operations/timer-decider.ts';
import { createDatabaseClock } from '../../../infra/storage/database-clock.ts';
import type { PendingTimers } from '../../../ports/pending-timers.ts';
import { timersProjection } from '../../../projections/timers/projection.ts';
import { databaseKinds } from '../../support/databases.ts';
import { collect } from '../../support/events.ts';
import { foldProjection } from '../../support/fold-projection.ts';
import { type LogHarness, openLogHarness, until } from '../../support/log-harness.ts';

const HOUR = 60 * 60 * 1000;

for (const kind of databaseKinds) {
  describe(`timers on ${kind.name}`, () => {
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

    /** The read model as of now, or as of an earlier position. */
    const pendingUpTo = (position = Number.MAX_SAFE_INTEGER): PendingTimers => ({
      earliest: async (limit) => {
        const events = await collect(log.eventStore.readAll(0, { toPosition: position }));
        return [...foldProjection(timersProjection, events).values()]
          .toSorted((one, other) => one.dueAt.localeCompare(other.dueAt))
          .slice(0, limit);
      },
    });
    const run = (replaced: Partial<TimerServices> = {}, signal = stop.signal): void => {
      const services = { ...log, pending: pendingUpTo(), clock: createDatabaseClock(log.database) };
      runs.push(runTimerScheduler({ ...services, ...replaced }, signal));
    };
    const context = () => {
      const id = log.identity.newId();
      return { actor: { id: 'tester', role: 'clinician' as const }, commandId: id, correlationId: id };
    };
    const set = (timerId: string, due: TimerToSet['due']): Promise<void> =>
      setTimer({ timerId, purpose: 'review', about: 'query-1', due }, context(), log);
    const typesOf = async (timerId: string): Promise<readonly string[]> =>
      (await collect(log.eventStore.readStream(timerStream(timerId)))).map(({ type }) => type);
    const hasFired = async (timerId: string): Promise<boolean> =>
      (await typesOf(timerId)).includes('TimerFired');

    it('fire once they are due, on behalf of the person who set them', async () => {
      await set('early', { afterMs: 0 });
      run();
      await set('late', { afterMs: 50 });
      await until('both have fired', async () => (await hasFired('early')) && (await hasFired('late')));
      const [, fired] = await collect(log.eventStore.readStream(timerStream('late')));
      expect(fired?.data).toEqual({ timerId: 'late', purpose: 'review', about: 'query-1' });
      expect(fired?.metadata.actor).toMatchObject({ id: 'system:timer-scheduler', onBehalfOf: 'tester' });
      const [wasSet] = await collect(log.eventStore.readStream(timerStream('late')));
      const waited = Date.parse(fired?.recordedAt ?? '') - Date.parse(wasSet?.recordedAt ?? '');
      expect(waited).toBeGreaterThanOrEqual(50);
    });

    it('that fell due during an outage fire after it, in many pages', async () => {
      await Promise.all(Array.from({ length: 230 }, (_, n) => set(`t${n}`, { afterMs: n % 7 })));
      run();
      await until('all have fired', async () => (await pendingUpTo().earliest(1, 0)).length === 0);
      for (const n of [0, 100, 229]) expect(await typesOf(`t${n}`)).toEqual(['TimerSet', 'TimerFired']);
    });

    it('do not fire early, nor after a cancellation', async () => {
      await set('cancelled', { afterMs: 0 });
      await cancelTimer('cancelled', context(), log);
      await set('in-an-hour', { afterMs: HOUR });
      run();
      await set('now', { afterMs: 0 });
      await until('the due timer has fired', () => hasFired('now'));
      expect(await typesOf('cancelled')).toEqual(['TimerSet', 'TimerCancelled']);
      expect(await typesOf('in-an-hour')).toEqual(['TimerSet']);
    });

    it('fire once although a read model keeps showing them', async () => {
      await set('shown', { afterMs: 0 });
      const looks: number[] = [];
      const stale = pendingUpTo(1);
      run({
        pending: {
          earliest: (limit, after) => {
            looks.push(after);
            return stale.earliest(limit, after);
          },
        },
      });
      await until('the timer was examined after it had fired', () => looks.length >= 3);
      expect(await typesOf('shown')).toEqual(['TimerSet', 'TimerFired']);
    });

    it('fire after a clock jump, and follow the shared clock', async () => {
      let now = Date.now();
      await set('in-an-hour', { at: new Date(now + HOUR).toISOString() });
      let looks = 0;
      run({
        clock: {
          now: async () => {
            looks += 1;
            return new Date(now).toISOString();
          },
        },
      });
      await until('the timer was examined', () => looks > 0);
      now -= 10 * HOUR;
      await set('wakes', { afterMs: HOUR });
      await until('the timer was examined again', () => looks > 1);
      expect(await typesOf('in-an-hour')).toEqual(['TimerSet']);
      now += 11 * HOUR;
      await until('the timer has fired', () => hasFired('in-an-hour'));
    });

    it('fire once when a former lease owner wakes up alongside the new one', async () => {
      await set('contended', { afterMs: 0 });
      // The first one is paused between its look and its firing until another owns the lease.
      let goOn = (): void => {};
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      let looked = false;
      const refusals: string[] = [];
      run({
        // So long that the lease is neither renewed, which would reveal the loss, nor expires.
        leases: log.leasesOf('frozen', 600_000),
        logger: { ...log.logger, warn: (_, message) => refusals.push(message) },
        pending: {
          earliest: async (limit, after) => {
            const timers = await pendingUpTo().earliest(limit, after);
            looked = true;
            await held;
            return timers;
          },
        },
      });
      await until('the first owner has looked', () => looked);
      await log.database.query(`update coordination.leases set owner = 'other', fence = fence + 1`);
      await set('later', { afterMs: 0 });
      goOn();
      await until('the firing is refused', () => refusals.length > 0);
      expect(await typesOf('contended')).toEqual(['TimerSet']);
      await log.database.query(`update coordination.leases set expires_at = '-infinity'`);
      run();
      await until(
        'the new owner has fired both',
        async () => (await hasFired('contended')) && hasFired('later'),
      );
      expect(await typesOf('contended')).toEqual(['TimerSet', 'TimerFired']);
    });

    it('inform a person who cancels too late', async () => {
      await set('raced', { afterMs: 0 });
      run();
      await until('the timer has fired', () => hasFired('raced'));
      const reason = await cancelTimer('raced', context(), log).catch((error: Failure) => error.reason);
      expect(reason).toMatchObject({ code: 'conflict' });
    });

    it('either fire or are cancelled when both coincide, never both', async () => {
      run();
      const ids = Array.from({ length: 20 }, (_, n) => `race-${n}`);
      await Promise.all(
        ids.map(async (id) => {
          await set(id, { afterMs: 20 });
          await new Promise((resolve) => setTimeout(resolve, 15 + Math.random() * 15));
          await cancelTimer(id, context(), log).catch(() => {});
        }),
      );
      await until('all timers are settled', async () => (await pendingUpTo().earliest(1, 0)).length === 0);
      for (const id of ids) expect(await typesOf(id)).toHaveLength(2);
    });

    it('resume after the database was unreachable', async () => {
      let failures = 2;
      const clock = createDatabaseClock(log.database);
      run({
        clock: {
          now: async () => {
            failures -= 1;
            if (failures >= 0) throw new Error('connection terminated');
            return clock.now();
          },
        },
      });
      await set('patient', { afterMs: 0 });
      await until('the timer has fired', () => hasFired('patient'));
    });
  });
}
