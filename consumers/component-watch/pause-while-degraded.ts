import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';

/**
 * Background work that starts nothing new while this process is in degraded mode and resumes afterwards: the remaining
 * capacity serves questions. Work under way is finished.
 */
export const pauseWhileDegraded = (
  definition: ConsumerDefinition,
  monitor: Pick<ComponentMonitor, 'degraded' | 'changed'>,
): ConsumerDefinition => ({
  ...definition,
  handle: async (event, delivery) => {
    while (monitor.degraded()) {
      delivery.rest();
      await monitor.changed(delivery.signal);
      delivery.signal.throwIfAborted();
      delivery.progress();
    }
    await definition.handle(event, delivery);
  },
});
