import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';

/**
 * Work in the background that begins nothing new while this process is in degraded mode, and goes on by itself after it:
 * what there is of power is for those who ask. What is under way comes to its end.
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
