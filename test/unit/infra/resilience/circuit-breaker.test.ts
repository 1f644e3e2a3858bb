import { describe, expect, it, vi } from 'vitest';
import { createCircuitBreaker } from '../../../../infra/resilience/circuit-breaker.ts';

const setUp = () => {
  let time = 0;
  let calls = 0;
  const circuit = createCircuitBreaker({
    refusal: (waitFor) => new Error(`refused for ${waitFor}`),
    now: () => time,
  });
  const messageOf = (work: () => Promise<unknown>): Promise<string> =>
    circuit
      .run(
        () => {
          calls += 1;
          return work();
        },
        (error) => {
          const message = error instanceof Error ? error.message : '';
          return message === 'down' ? 'failed' : message === 'gone away' ? 'unknown' : 'answered';
        },
      )
      .then(
        () => 'ok',
        (error: unknown) => (error instanceof Error ? error.message : ''),
      );
  return {
    messageOf,
    calls: () => calls,
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
  };
};
const down = () => Promise.reject(new Error('down'));
const mistaken = () => Promise.reject(new Error('bad request'));
const goneAway = () => Promise.reject(new Error('gone away'));
const well = () => Promise.resolve('well');

const opened = async () => {
  const parts = setUp();
  for (let times = 0; times < 5; times += 1) expect(await parts.messageOf(down)).toBe('down');
  return parts;
};

describe('a circuit breaker', () => {
  it('rejects calls immediately after five failures in a row, for a minute', async () => {
    const { messageOf, calls, wait } = await opened();
    wait(20_000);
    expect(await messageOf(well)).toBe('refused for 40000');
    expect(calls()).toBe(5);
    wait(40_000);
    expect(await messageOf(well)).toBe('ok');
  });

  it('is not opened by failures with a success between them, nor by invalid requests', async () => {
    const { messageOf, calls } = setUp();
    const works = [down, down, down, down, well, down, down, down, down, mistaken, down];
    for (const work of works) await messageOf(work);
    expect(calls()).toBe(works.length);
    expect(await messageOf(well)).toBe('ok');
  });

  it('keeps counting across callers that disconnected, whose calls say nothing about the service', async () => {
    const { messageOf, calls } = setUp();
    for (const work of [down, goneAway, down, goneAway, down, down, goneAway, down]) await messageOf(work);
    expect(await messageOf(well)).toMatch('refused');
    expect(calls()).toBe(8);
  });

  it('permits one trial call after the pause, and waits again when that fails', async () => {
    const { messageOf, wait } = await opened();
    wait(60_000);
    const [first, second] = await Promise.all([messageOf(down), messageOf(well)]);
    expect([first, second]).toEqual(['down', 'refused for 1000']);
    expect(await messageOf(well)).toBe('refused for 60000');
  });

  it('is closed by the second success in a row, not by the first', async () => {
    const { messageOf, wait } = await opened();
    wait(60_000);
    expect(await messageOf(well)).toBe('ok');
    expect(await messageOf(down)).toBe('down');
    expect(await messageOf(well)).toBe('refused for 60000');
    wait(60_000);
    expect(await messageOf(well)).toBe('ok');
    expect(await messageOf(mistaken)).toBe('bad request');
    expect(await Promise.all([messageOf(down), messageOf(well)])).toEqual(['down', 'ok']);
  });

  it('makes no other call wait for the trial call', async () => {
    const { messageOf, wait } = await opened();
    wait(60_000);
    const trying = Promise.withResolvers<void>();
    const first = messageOf(() => trying.promise);
    wait(100_000);
    expect(await messageOf(well)).toBe('refused for 1000');
    trying.resolve();
    expect(await first).toBe('ok');
  });

  it('permits another trial call immediately when the caller of the first disconnects', async () => {
    const { messageOf, wait } = await opened();
    wait(60_000);
    expect(await messageOf(goneAway)).toBe('gone away');
    expect(await messageOf(well)).toBe('ok');
    expect(await messageOf(well)).toBe('ok');
    expect(await Promise.all([messageOf(well), messageOf(well)])).toEqual(['ok', 'ok']);
  });

  it('uses a monotonic clock, independent of the wall clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { messageOf, wait } = await opened();
      vi.setSystemTime(Date.now() + 3_600_000);
      expect(await messageOf(well)).toBe('refused for 60000');
      vi.setSystemTime(Date.now() - 7_200_000);
      wait(60_000);
      expect(await messageOf(well)).toBe('ok');
    } finally {
      vi.useRealTimers();
    }
  });
});
