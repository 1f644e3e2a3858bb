import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { createGuard } from '../../../../infra/resilience/create-guard.ts';
import { createStreamGuard } from '../../../../infra/resilience/create-stream-guard.ts';

let time = 0;
beforeEach(() => {
  time = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

/** Time passes while the process works: each timer fires when it is due. */
const pass = async (milliseconds: number): Promise<void> => {
  for (let step = 0; step < milliseconds; step += 100) {
    time += 100;
    await vi.advanceTimersByTimeAsync(100);
  }
};

const reports: string[] = [];
beforeEach(() => void reports.splice(0));
const health = {
  report: (component: string, outcome: string, reason?: string) =>
    void reports.push([component, outcome, reason].filter((part) => part !== undefined).join(' ')),
};
const options = {
  component: 'reranker',
  label: 'The service',
  timeoutMs: 5000,
  bulkhead: { concurrent: 2, queued: 1 },
  health,
  now: () => time,
} as const;
const retries = { attempts: 3, firstPause: 200, maxPause: 2000, maxRetryAfter: 10_000 };

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => value,
    (error: unknown) =>
      error instanceof Failure ? (error.reason.details?.refused ?? error.reason.code) : error,
  );
const down = async () => {
  throw new Failure(failure('external_api_error', 'Down.'));
};
const never = () => new Promise<never>(() => {});

describe('a guarded external call', () => {
  it('is given up after its timeout, even when it ignores the abort signal', async () => {
    const outcome = outcomeOf(createGuard(options)(never));
    await pass(5000);
    expect(await outcome).toBe('timeout');
    expect(reports).toEqual(['reranker failed timeout']);
  });

  it('is retried with growing pauses, and after the pause that the service asks for', async () => {
    const at: number[] = [];
    const guard = createGuard({ ...options, retries });
    const outcome = outcomeOf(
      guard(async () => {
        at.push(time);
        if (at.length < 3)
          throw new Failure(
            failure('rate_limit_exceeded', 'Later.', at.length === 2 ? { retryAfter: 4 } : {}),
          );
        return 'well';
      }),
    );
    await pass(6000);
    expect(await outcome).toBe('well');
    expect(at[1]).toBeGreaterThanOrEqual(200);
    expect((at[2] ?? 0) - (at[1] ?? 0)).toBeGreaterThanOrEqual(4000);
  });

  it('is not retried when the requested pause exceeds the remaining time, or when the service refused it', async () => {
    let calls = 0;
    const guard = createGuard({ ...options, retries });
    const fails = (code: 'rate_limit_exceeded' | 'validation_error') =>
      outcomeOf(
        guard(async () => {
          calls += 1;
          throw new Failure(failure(code, 'No.', { retryAfter: 3600 }));
        }),
      );
    expect(await fails('rate_limit_exceeded')).toBe('rate_limit_exceeded');
    expect(await fails('validation_error')).toBe('validation_error');
    expect(calls).toBe(2);
    expect(reports).toEqual(['reranker failed rate_limit_exceeded', 'reranker ok validation_error']);
  });

  it('runs two at a time with one waiting; further callers are refused, and one that leaves frees its place', async () => {
    const guard = createGuard(options);
    const first = Promise.withResolvers<string>();
    const leaving = new AbortController();
    const running = [outcomeOf(guard(() => first.promise)), outcomeOf(guard(never))];
    const left = outcomeOf(guard(async () => 'too late', leaving.signal));
    expect(await outcomeOf(guard(async () => 'no room'))).toBe('no_room');
    leaving.abort('left');
    expect(await left).toBe('left');
    const waiting = outcomeOf(guard(async () => 'in turn'));
    first.resolve('first');
    expect(await running[0]).toBe('first');
    expect(await waiting).toBe('in turn');
    expect(reports).toEqual(['reranker ok', 'reranker ok']);
  });

  it('is not made after five failures, retries included, and then does not queue', async () => {
    const guard = createGuard({ ...options, retries });
    let calls = 0;
    const ask = () =>
      outcomeOf(
        guard(() => {
          calls += 1;
          return down();
        }),
      );
    const both = Promise.all([ask(), ask()]);
    await pass(10_000);
    await both;
    expect(calls).toBe(5);
    expect(await ask()).toBe('circuit_open');
    expect(calls).toBe(5);
  });

  it('does not count as failed when a caller leaves', async () => {
    const guard = createGuard(options);
    const leaving = new AbortController();
    const outcome = outcomeOf(guard(never, leaving.signal));
    leaving.abort('gone');
    expect(await outcome).toBe('gone');
    expect(reports).toEqual([]);
  });

  it('does not count as failed when this process was frozen: arrived data is still read, the rest is ignored', async () => {
    const guard = createGuard({ ...options, bulkhead: { concurrent: 10, queued: 0 } });
    const arriving = Promise.withResolvers<string>();
    const calls = [
      outcomeOf(guard(() => arriving.promise)),
      ...Array.from({ length: 8 }, () => outcomeOf(guard(never))),
    ];
    await pass(100);
    // Two minutes pass in one step, as after SIGCONT: all timers are due before any input is read.
    time += 120_000;
    await vi.advanceTimersByTimeAsync(5000);
    arriving.resolve('came meanwhile');
    await pass(2000);
    const [came, ...others] = await Promise.all(calls);
    expect(came).toBe('came meanwhile');
    expect(new Set(others)).toEqual(new Set(['timeout']));
    expect(reports).toEqual(['reranker ok']);
    expect(await outcomeOf(guard(async () => 'well'))).toBe('well');
  });
});

const streamOptions = {
  ...options,
  component: 'local-model',
  firstPieceMs: 10_000,
  betweenPiecesMs: 2000,
} as const;

/** Chunks that arrive after the given milliseconds each; `Infinity` never arrives. */
async function* pieces(...after: number[]): AsyncGenerator<number> {
  for (const [index, milliseconds] of after.entries()) {
    if (milliseconds === Number.POSITIVE_INFINITY) await never();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    yield index;
  }
}
const readAll = async (stream: AsyncIterable<number>): Promise<unknown> => {
  const read: unknown[] = [];
  try {
    for await (const piece of stream) read.push(piece);
  } catch (error) {
    read.push(error instanceof Failure ? error.reason.code : error);
  }
  return read;
};

describe('a guarded external stream', () => {
  it('may take longer than either limit as a whole, and long for its first chunk', async () => {
    const read = readAll(createStreamGuard(streamOptions)(() => pieces(9000, 1500, 1500, 1500)));
    await pass(14_000);
    expect(await read).toEqual([0, 1, 2, 3]);
    expect(reports).toEqual(['local-model ok']);
  });

  it.each([
    ['does not begin', [Number.POSITIVE_INFINITY], ['timeout']],
    ['stops in the middle', [100, 100, Number.POSITIVE_INFINITY], [0, 1, 'timeout']],
  ])('that %s is given up, after the received chunks', async (_, after, expected) => {
    const read = readAll(createStreamGuard(streamOptions)(() => pieces(...after)));
    await pass(12_000);
    expect(await read).toEqual(expected);
    expect(reports).toEqual(['local-model failed timeout']);
  });

  it('may be silent for longer as long as the work says that it is under way', async () => {
    async function* thinking(onAlive: () => void): AsyncGenerator<number> {
      for (let second = 0; second < 30; second += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        onAlive();
      }
      yield 0;
    }
    const read = readAll(createStreamGuard(streamOptions)((_, onAlive) => thinking(onAlive)));
    await pass(31_000);
    expect(await read).toEqual([0]);
  });

  it('allows its reader time between two chunks', async () => {
    const stream = createStreamGuard(streamOptions)(() => pieces(10, 10));
    const first = stream.next();
    await pass(100);
    expect(await first).toEqual({ done: false, value: 0 });
    await pass(60_000);
    const second = stream.next();
    await pass(100);
    expect(await second).toEqual({ done: false, value: 1 });
    expect((await stream.next()).done).toBe(true);
  });

  it('is aborted when its reader leaves, without counting, and releases its slot', async () => {
    const guard = createStreamGuard({ ...streamOptions, bulkhead: { concurrent: 1, queued: 0 } });
    let calledOff: AbortSignal | undefined;
    const stream = guard((signal) => {
      calledOff = signal;
      return pieces(10, Number.POSITIVE_INFINITY);
    });
    const first = stream.next();
    await pass(100);
    await first;
    await stream.return();
    expect(calledOff?.aborted).toBe(true);
    expect(reports).toEqual([]);
    const read = readAll(guard(() => pieces(10)));
    await pass(100);
    expect(await read).toEqual([0]);
  });

  it('is not opened after it broke five times', async () => {
    const guard = createStreamGuard(streamOptions);
    const breaking = () =>
      // biome-ignore lint/correctness/useYield: it breaks before its first piece
      (async function* (): AsyncGenerator<number> {
        await down();
      })();
    for (let times = 0; times < 5; times += 1)
      expect(await readAll(guard(breaking))).toEqual(['external_api_error']);
    expect(await readAll(guard(() => pieces(1)))).toEqual(['unavailable']);
  });

  it('does not count as failed when this process was frozen', async () => {
    const read = readAll(createStreamGuard(streamOptions)(() => pieces(100, Number.POSITIVE_INFINITY)));
    await pass(200);
    time += 120_000;
    await vi.advanceTimersByTimeAsync(2000);
    await pass(2000);
    expect(await read).toEqual([0, 'timeout']);
    expect(reports).toEqual([]);
  });
});
