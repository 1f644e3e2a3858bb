import type { NumberingNews } from './kurrent-writer.ts';

/** Notifications may be lost: the table is looked at after so long without one. */
const WITHOUT_A_HINT_MS = 50;

/** News of the numbering for those who wait for it in this process; `tell` wakes all of them. */
export const createNumberingNews = (): NumberingNews & { readonly tell: () => void } => {
  let waiting: (() => void)[] = [];
  const tell = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  return {
    tell,
    next: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, WITHOUT_A_HINT_MS);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
        // Those that the timer has woken.
        if (waiting.length > 10_000) tell();
      }),
  };
};
