import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { createGuard } from '../../../../infra/resilience/create-guard.ts';
import { leaseLost } from '../../../../ports/leases.ts';
import { retryBuild } from '../../../../projections/runner/retry-build.ts';

const never = AbortSignal.any([]);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the build of a generation', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const unavailable = (retryAfter?: number): Failure =>
    new Failure(
      failure('unavailable', 'It cannot be reached.', {
        component: 'vector-index',
        ...(retryAfter === undefined ? {} : { retryAfter }),
      }),
    );
  /** Builds, failing with the errors first; returns the outcome and the milliseconds from its start to each attempt. */
  const attemptsOf = async (errors: readonly Error[], signal = never) => {
    const start = Date.now();
    const at: number[] = [];
    const building = retryBuild(async () => {
      at.push(Date.now() - start);
      const error = errors[at.length - 1];
      if (error) throw error;
      return 'built';
    }, signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(HOUR);
    return { at, outcome: await building };
  };

  it('survives an outage of a second that opens the circuit of a service for a minute', async () => {
    const guard = createGuard({
      component: 'vector-writing',
      label: 'Writing',
      bulkhead: { concurrent: 8, queued: 8 },
      health: { report: () => {} },
      timeoutMs: 1000,
    });
    let isDown = true;
    setTimeout(() => {
      isDown = false;
    }, 1000);
    const write = () =>
      guard(async () => {
        if (isDown) throw unavailable();
      });
    const building = retryBuild(async () => {
      await Promise.all(Array.from({ length: 8 }, write));
      return 'built';
    }, never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(await building).toBe('built');
  });

  it('waits as long as a refusal asks, but not longer than a minute', async () => {
    const { at, outcome } = await attemptsOf([unavailable(20), unavailable(3600)]);
    expect(outcome).toBe('built');
    expect(at.map((ms) => Math.round(ms / 1000))).toEqual([0, 20, 80]);
  });

  it('is given up after eight failures that ask for another attempt, or after four others', async () => {
    const failures = (error: Error) => Array.from({ length: 10 }, () => error);
    const patient = await attemptsOf(failures(unavailable(1)));
    expect([patient.at.length, patient.outcome]).toEqual([8, unavailable(1)]);
    const { at, outcome } = await attemptsOf(failures(new Error('a fault')));
    expect([at.length, outcome]).toEqual([4, new Error('a fault')]);
  });

  it('is left to another process, or to the next start, without another attempt', async () => {
    const lost = leaseLost({ name: 'search', fence: 1 });
    const outage = new Failure(
      failure('unavailable', 'It cannot be reached.', { component: 'database', retryAfter: 1 }),
    );
    for (const error of [lost, outage])
      expect(await attemptsOf([error])).toEqual({ at: [0], outcome: error });
  });
});
