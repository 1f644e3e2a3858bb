import { describe, expect, it } from 'vitest';
import { createLogClock } from '../../../../infra/storage/log-clock.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the clock of the log', () => {
  const machine = () => {
    const time = { log: 1_300_000, wall: 1_000_000, elapsed: 0 };
    const asked = { count: 0, fails: false };
    const clock = createLogClock(
      {
        now: async () => {
          asked.count += 1;
          if (asked.fails) throw new Error('away');
          return new Date(time.log).toISOString();
        },
      },
      { now: () => new Date(time.wall).toISOString(), elapsed: () => time.elapsed },
    );
    const pass = (milliseconds: number): void => {
      time.log += milliseconds;
      time.wall += milliseconds;
      time.elapsed += milliseconds;
    };
    const readClock = (): number => Date.parse(clock.now());
    return { time, asked, pass, readClock };
  };

  it('corrects a machine that is minutes off, and asks once a minute', async () => {
    const { time, asked, pass, readClock } = machine();
    readClock();
    await settle();
    expect(readClock()).toBe(1_300_000);
    pass(500);
    expect(readClock()).toBe(1_300_500);
    expect(asked.count).toBe(1);
    pass(59_500);
    time.log -= 300_000;
    readClock();
    await settle();
    expect(asked.count).toBe(2);
    expect(readClock()).toBe(1_060_000);
  });

  it("continues with its last offset while the log's clock does not answer", async () => {
    const { asked, pass, readClock } = machine();
    readClock();
    await settle();
    asked.fails = true;
    pass(60_000);
    readClock();
    await settle();
    expect(readClock()).toBe(1_360_000);
  });

  it.each([-3_600_000, 3_600_000])("is unaffected when the machine's clock is set by %i ms", async (by) => {
    const { time, asked, pass, readClock } = machine();
    readClock();
    await settle();
    pass(1000);
    time.wall += by;
    expect(readClock()).toBe(1_301_000);
    await settle();
    expect(readClock()).toBe(1_301_000);
    expect(asked.count).toBe(2);
  });

  it('is corrected immediately after a machine has slept, which stops its monotonic clock', async () => {
    const { time, readClock } = machine();
    readClock();
    await settle();
    time.log += 20_000;
    time.wall += 20_000;
    readClock();
    await settle();
    expect(readClock()).toBe(1_320_000);
  });
});
