import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from '../../ports/logger.ts';
import type { MetricLabels, Metrics } from '../../ports/metrics.ts';

export type PrometheusMetrics = Metrics & {
  /** Everything in the Prometheus text format 0.0.4. */
  readonly render: () => Promise<string>;
};

export type PrometheusOptions = {
  readonly logger: Logger;
  /** What each metric means, by name; shown as its help text. */
  readonly help?: Readonly<Record<string, string>>;
  /** Whether to report the process itself: CPU, memory, event loop lag. */
  readonly processMetrics?: boolean;
};

/** Seconds. From a cached read up to the longest wait that a caller may ask for. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Label sets that one metric may have; more would mean that ids or texts became labels. */
const MAX_SERIES = 2000;

type Kind = 'counter' | 'gauge' | 'histogram';
type Family = {
  readonly kind: Kind;
  readonly labelNames: readonly string[];
  readonly series: Set<string>;
  readonly record: (labels: Record<string, string>, value: number) => void;
};

/**
 * Metrics for Prometheus. A metric is created at its first use, with the label names of that use. A use that does
 * not fit (other labels, another kind, too many label values) is left out and reported once in the log: measuring
 * must never break what it measures.
 */
export const createPrometheusMetrics = (options: PrometheusOptions): PrometheusMetrics => {
  const registry = new Registry();
  const families = new Map<string, Family>();
  const reported = new Set<string>();
  if (options.processMetrics) collectDefaultMetrics({ register: registry });

  const create = (kind: Kind, name: string, labels: MetricLabels): Family => {
    const labelNames = Object.keys(labels).toSorted();
    const configuration = { name, help: options.help?.[name] ?? name, labelNames, registers: [registry] };
    const family = { kind, labelNames, series: new Set<string>() };
    if (kind === 'counter') {
      const counter = new Counter(configuration);
      return { ...family, record: (values, by) => counter.inc(values, by) };
    }
    if (kind === 'gauge') {
      const gauge = new Gauge(configuration);
      return { ...family, record: (values, value) => gauge.set(values, value) };
    }
    const histogram = new Histogram({ ...configuration, buckets: DURATION_BUCKETS });
    return { ...family, record: (values, seconds) => histogram.observe(values, seconds) };
  };

  const fits = (family: Family, kind: Kind, labels: MetricLabels): boolean => {
    const names = Object.keys(labels);
    if (family.kind !== kind || names.length !== family.labelNames.length) return false;
    if (!family.labelNames.every((name) => labels[name] !== undefined)) return false;
    const series = JSON.stringify(family.labelNames.map((name) => labels[name]));
    if (family.series.has(series)) return true;
    if (family.series.size >= MAX_SERIES) return false;
    family.series.add(series);
    return true;
  };

  const record = (kind: Kind, name: string, labels: MetricLabels, value: number): void => {
    let family = families.get(name);
    if (!family) {
      family = create(kind, name, labels);
      families.set(name, family);
    }
    if (fits(family, kind, labels)) {
      family.record({ ...labels }, value);
      return;
    }
    if (reported.has(name)) return;
    reported.add(name);
    options.logger.warn({ metric: name }, 'A metric was used with other labels than before; left out.');
  };

  return {
    count: (name, labels = {}, by = 1) => record('counter', name, labels, by),
    gauge: (name, value, labels = {}) => record('gauge', name, labels, value),
    observe: (name, seconds, labels = {}) => record('histogram', name, labels, seconds),
    render: () => registry.metrics(),
  };
};
