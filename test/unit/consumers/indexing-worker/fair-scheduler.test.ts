import { describe, expect, it } from 'vitest';
import { createFairScheduler } from '../../../../consumers/indexing-worker/fair-scheduler.ts';

const never = new AbortController().signal;
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Jobs on slots with separate clocks; each slice lasts until the test ends it. */
const shared = (slots: number) => {
  const clock = { now: 0 };
  const fair = createFairScheduler(slots, () => clock.now);
  const running = new Map<string, () => void>();
  const job = (name: string, isLarge = false) => {
    const turn = fair.join({ isLarge });
    return {
      ...turn,
      slice: (signal = never) =>
        turn.run(
          () =>
            new Promise<void>((resolve) => {
              running.set(name, () => {
                running.delete(name);
                resolve();
              });
            }),
          signal,
        ),
    };
  };
  const end = async (name: string) => {
    running.get(name)?.();
    await tick();
  };
  return { clock, job, end, names: () => [...running.keys()].toSorted() };
};

describe('fair slots', () => {
  it('run at most as many jobs as there are slots', async () => {
    const { job, end, names } = shared(2);
    void job('a').slice();
    void job('b').slice();
    void job('c').slice();
    await tick();
    expect(names()).toEqual(['a', 'b']);
    await end('a');
    expect(names()).toEqual(['b', 'c']);
  });

  it('give the next slot to the job with the least usage, and ask the other to yield', async () => {
    const { clock, job, end, names } = shared(1);
    const long = job('long');
    void long.slice();
    await tick();
    expect(long.shouldYield()).toBe(false);
    clock.now = 1000;
    await end('long');
    void long.slice();
    await tick();
    clock.now = 2000;
    const small = job('small');
    void small.slice();
    clock.now = 2010;
    expect(long.shouldYield()).toBe(true);
    await end('long');
    void long.slice();
    await tick();
    expect(names()).toEqual(['small']);
    clock.now = 2015;
    // Both began level: the long one has had 10 since, the small one 5.
    expect(small.shouldYield()).toBe(false);
    await end('small');
    void small.slice();
    await tick();
    expect(names()).toEqual(['long']);
  });

  it('do not let a stream of new jobs starve an old one', async () => {
    const { clock, job, end, names } = shared(1);
    const old = job('old');
    void old.slice();
    await tick();
    clock.now = 100;
    let turns = 0;
    for (let round = 0; round < 20; round += 1) {
      const fresh = job(`fresh-${round}`);
      void fresh.slice();
      if (names().includes('old')) {
        await end('old');
        void old.slice();
        turns += 1;
      }
      await tick();
      clock.now += 10;
      const [current] = names();
      if (current !== undefined && current !== 'old') await end(current);
    }
    expect(turns).toBeGreaterThan(5);
  });

  it('reserve a slot for small jobs when there are several', async () => {
    const { job, names } = shared(2);
    void job('book-1', true).slice();
    void job('book-2', true).slice();
    await tick();
    expect(names()).toEqual(['book-1']);
    void job('leaflet').slice();
    await tick();
    expect(names()).toEqual(['book-1', 'leaflet']);
    const alone = shared(1);
    void alone.job('book', true).slice();
    await tick();
    expect(alone.names()).toEqual(['book']);
  });

  it('stop waiting when the signal aborts, and release the slot of a failed slice', async () => {
    const { job, end, names } = shared(1);
    const first = job('first');
    void first.slice();
    await tick();
    const cancelled = new AbortController();
    const waiting = job('second').slice(cancelled.signal);
    cancelled.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
    await expect(job('third').slice(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    await end('first');
    expect(names()).toEqual([]);
    await expect(first.run(() => Promise.reject(new Error('broken')), never)).rejects.toThrow('broken');
    void job('fourth').slice();
    await tick();
    expect(names()).toEqual(['fourth']);
  });
});
