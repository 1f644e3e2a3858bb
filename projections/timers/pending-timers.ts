import { Failure } from '../../domain/kernel/failure.ts';
import type { PendingTimers } from '../../ports/pending-timers.ts';
import type { ReadModelReader } from '../read-model-reader.ts';
import { timerEntity } from './entity.ts';
import { timersProjection } from './projection.ts';

/** The longest wait, in milliseconds, for the read model to reach a position; it is then read as it is. */
const FRESHNESS_PATIENCE = 1000;

/** A read model that does not exist yet, or is being rebuilt for this version, returns no timers; the next read may. */
const unlessMissing = (error: unknown): undefined => {
  const isMissing = error instanceof Failure && error.reason.component === timersProjection.name;
  if (!isMissing) throw error;
};

/** The pending timers, from the read model `timers`. */
export const createPendingTimers = (readModels: ReadModelReader): PendingTimers => ({
  earliest: async (limit, after) => {
    const located = await readModels
      .locate(timersProjection.name, after, FRESHNESS_PATIENCE)
      .catch(unlessMissing);
    if (!located) return [];
    const { entities } = await readModels.open(timersProjection.name);
    const rows = await entities.find(
      timerEntity,
      {},
      { orderBy: { dueAt: 'asc', timerId: 'asc' }, limit, disableIdentityMap: true },
    );
    return rows.map(({ timerId, dueAt }) => ({ timerId, dueAt }));
  },
});
