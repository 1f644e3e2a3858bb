import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { LeasePool, Leases } from '../../../ports/leases.ts';

/**
 * Milliseconds between two attempts: the former owner of a partition releases it when its running work has finished.
 */
const TRY_EVERY_MS = 1000;

/** Acquires leases for work assigned by a consumer group, as soon as they are free. */
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
