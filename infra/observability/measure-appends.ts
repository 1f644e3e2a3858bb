import type { AppendMonitor } from '../../ports/append-monitor.ts';
import type { Metrics } from '../../ports/metrics.ts';

/** Sets the gauges of the append queue. They are levels, so they are set when metrics are collected. */
export const measureAppends = (
  { appendState, appendQueue }: Pick<AppendMonitor, 'appendState' | 'appendQueue'>,
  metrics: Metrics,
): void => {
  const { appends, bytes } = appendQueue();
  metrics.gauge('anamnesis_append_queue_length', appends, {});
  metrics.gauge('anamnesis_append_queue_bytes', bytes, {});
  metrics.gauge('anamnesis_append_oldest_seconds', appendState().oldest / 1000, {});
};
