import type { NumberingNotifier } from './kurrent-writer.ts';

/** Notifications may be lost: the table is checked after this many milliseconds without one. */
const WITHOUT_A_HINT_MS = 50;

/** Notifies the waiting calls of this process of new numbers; `notify` wakes all of them. */
export const createNumberingNotifier = (): NumberingNotifier & { readonly notify: () => void } => {
  let waiting: (() => void)[] = [];
  const notify = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  return {
    notify,
    next: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, WITHOUT_A_HINT_MS);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
        // Drops callbacks whose timer has already fired.
        if (waiting.length > 10_000) notify();
      }),
  };
};
