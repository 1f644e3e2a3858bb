import {
  afterOutcome,
  type ComponentHealthState,
  initialHealth,
} from '../../domain/operations/component-health.ts';
import type { ComponentName } from '../../domain/operations/component-name.ts';
import { isDegraded } from '../../domain/operations/degraded-mode.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';

type MonitorServices = {
  readonly clock: Pick<Clock, 'now'>;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

/**
 * Creates a monitor for the health of components as seen by this process, in memory: one entry for each configured
 * component.
 */
export const createComponentMonitor = ({ clock, metrics, logger }: MonitorServices): ComponentMonitor => {
  const states = new Map<ComponentName, ComponentHealthState>();
  let isInDegradedMode = false;
  let change = Promise.withResolvers<void>();
  metrics.gauge('anamnesis_degraded_mode', 0, {});

  const onChange = (after: ComponentHealthState): void => {
    const { component, reason } = after;
    if (after.state === 'failed')
      logger.warn({ component, reason }, 'A component keeps failing; continuing without it.');
    else logger.info({ component }, 'A component has recovered.');
    const failed = [...states.values()].filter(({ state }) => state === 'failed');
    isInDegradedMode = isDegraded(
      failed.map((one) => one.component),
      isInDegradedMode,
    );
    metrics.gauge('anamnesis_degraded_mode', isInDegradedMode ? 1 : 0, {});
    change.resolve();
    change = Promise.withResolvers();
  };

  return {
    report: (component, outcome, reason) => {
      const at = clock.now();
      const before = states.get(component) ?? initialHealth(component, at);
      const after = afterOutcome(before, outcome, at, reason);
      states.set(component, after);
      metrics.count('anamnesis_component_calls_total', { component, outcome });
      metrics.gauge('anamnesis_component_failed', after.state === 'failed' ? 1 : 0, { component });
      if (after.state !== before.state) onChange(after);
    },
    states: () => [...states.values()].sort((one, other) => (one.component < other.component ? -1 : 1)),
    degraded: () => isInDegradedMode,
    changed: async (signal) => {
      if (signal.aborted) return;
      const aborted = Promise.withResolvers<void>();
      const onAbort = (): void => aborted.resolve();
      signal.addEventListener('abort', onAbort, { once: true });
      await Promise.race([change.promise, aborted.promise]);
      signal.removeEventListener('abort', onAbort);
    },
  };
};
