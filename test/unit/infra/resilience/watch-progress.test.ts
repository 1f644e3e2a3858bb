import { describe, expect, it } from 'vitest';
import {
  type ProgressWatch,
  watchProgress,
} from '../../../../infra/resilience/worker-pool/watch-progress.ts';

const STALL_MS = 200;

/** A thread that has computed for twice the limit at each look; `onLook` runs while it is measured. */
const watching = (onLook: (look: number, watch: () => ProgressWatch) => void) =>
  new Promise<number>((resolve) => {
    let looks = 0;
    const watch: ProgressWatch = watchProgress(
      {
        time: async () => {
          looks += 1;
          // The first look comes before the watch is returned.
          await Promise.resolve();
          onLook(looks, () => watch);
          return { computed: looks * STALL_MS * 2, idle: 0 };
        },
      },
      STALL_MS,
      () => resolve(looks),
    );
  });

describe('the watch over the progress of a thread', () => {
  it('ends a thread that computes without progress', async () => {
    expect(await watching(() => {})).toBe(2);
  });

  it('counts progress that was reported before the measurement and not yet handled', async () => {
    const looks = await watching((look, watch) => {
      if (look === 2) setImmediate(() => watch().progressed());
    });
    // The third look starts over, and the fourth finds no progress.
    expect(looks).toBe(4);
  });
});
