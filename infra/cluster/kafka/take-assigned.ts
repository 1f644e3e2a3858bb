import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { LeasePool, Leases } from '../../../ports/leases.ts';

/** Milliseconds between two attempts: the former owner of a partition lets go of it as soon as running work has ended. */
const TRY_EVERY_MS = 1000;

/** Leases that are taken by whomever a consumer group gave the work to, as soon as they are free. */
export const takeAssigned = ({ acquireFree }: Pick<LeasePool, 'acquireFree'>): Leases => ({
  acquire: async (name, signal, { within } = {}) => {
    while (!signal.aborted) {
      const wanted = within === undefined ? { name } : { name, within };
      const [lease] = await acquireFree([wanted]).catch(() => []);
      if (lease) return lease;
      await abortablePause(TRY_EVERY_MS, signal);
    }
    return undefined;
  },
});
