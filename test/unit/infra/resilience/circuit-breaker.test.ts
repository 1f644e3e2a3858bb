import { describe, expect, it, vi } from 'vitest';
import { createCircuitBreaker } from '../../../../infra/resilience/circuit-breaker.ts';

const setUp = () => {
  let time = 0;
  let calls = 0;
  const circuit = createCircuitBreaker({
    failures: 3,
    pause: 1000,
    counts: (error) => error instanceof Error && error.message === 'down',
    refusal: (waitFor) => new Error(`refused for ${waitFor}`),
    now: () => time,
  });
  const messageOf = (work: () => Promise<unknown>): Promise<string> =>
    circuit(() => {
      calls += 1;
      return work();
    }).then(
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
const well = () => Promise.resolve('well');

describe('a circuit breaker', () => {
  it('refuses at once after three failures in a row, until its pause is over', async () => {
    const { messageOf, calls, wait } = setUp();
    for (let times = 0; times < 3; times += 1) expect(await messageOf(down)).toBe('down');
    wait(400);
    expect(await messageOf(well)).toBe('refused for 600');
    expect(calls()).toBe(3);
    wait(600);
    expect(await messageOf(well)).toBe('ok');
    expect(await messageOf(well)).toBe('ok');
  });

  it('is not opened by failures with a success between them, nor by mistakes of those who ask', async () => {
    const { messageOf, calls } = setUp();
    for (const work of [down, down, well, down, down, mistaken, down, down]) await messageOf(work);
    expect(calls()).toBe(8);
    expect(await messageOf(well)).toBe('ok');
  });

  it('lets one try after the pause, and waits again when that fails', async () => {
    const { messageOf, wait } = setUp();
    for (let times = 0; times < 3; times += 1) await messageOf(down);
    wait(1000);
    const [first, second] = await Promise.all([messageOf(down), messageOf(well)]);
    expect([first, second]).toEqual(['down', 'refused for 1000']);
    expect(await messageOf(well)).toBe('refused for 1000');
  });

  it('keeps nobody waiting for the one that tries, and closes when that succeeds', async () => {
    const { messageOf, wait } = setUp();
    for (let times = 0; times < 3; times += 1) await messageOf(down);
    wait(1000);
    const trying = Promise.withResolvers<void>();
    const first = messageOf(() => trying.promise);
    expect(await messageOf(well)).toBe('refused for 1000');
    wait(1500);
    expect(await messageOf(well)).toBe('refused for 0');
    trying.resolve();
    expect(await first).toBe('ok');
    expect(await messageOf(well)).toBe('ok');
  });

  it('is closed again by a mistake of whoever tries: the service has answered', async () => {
    const { messageOf, wait } = setUp();
    for (let times = 0; times < 3; times += 1) await messageOf(down);
    wait(1000);
    expect(await messageOf(mistaken)).toBe('bad request');
    expect(await messageOf(well)).toBe('ok');
  });

  it('goes by its own clock, whatever becomes of the one on the wall', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { messageOf, wait } = setUp();
      for (let times = 0; times < 3; times += 1) await messageOf(down);
      vi.setSystemTime(Date.now() + 3_600_000);
      expect(await messageOf(well)).toBe('refused for 1000');
      vi.setSystemTime(Date.now() - 7_200_000);
      wait(1000);
      expect(await messageOf(well)).toBe('ok');
    } finally {
      vi.useRealTimers();
    }
  });
});
