import type { PendingTimers } from '../../ports/pending-timers.ts';
import type { ReadModelReader } from '../read-model-reader.ts';
import { timerEntity } from './entity.ts';
import { timersProjection } from './projection.ts';

/** Milliseconds that a look waits for the read model to reach a position; it then takes it as it is. */
const FRESHNESS_PATIENCE = 1000;

/** The timers that wait, out of the read model `timers`. */
export const createPendingTimers = (readModels: ReadModelReader): PendingTimers => ({
  earliest: async (limit, after) => {
    await readModels.locate(timersProjection.name, after, FRESHNESS_PATIENCE);
    const { entities } = await readModels.open(timersProjection.name);
    const rows = await entities.find(
      timerEntity,
      {},
      { orderBy: { dueAt: 'asc', timerId: 'asc' }, limit, disableIdentityMap: true },
    );
    return rows.map(({ timerId, dueAt }) => ({ timerId, dueAt }));
  },
});
