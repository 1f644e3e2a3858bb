import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from '../../ports/logger.ts';
import {
  type LabelValues,
  type MetricDefinition,
  type MetricDefinitions,
  metricDefinitions,
} from '../../ports/metric-definitions.ts';
import type { MetricsOf } from '../../ports/metrics.ts';

/** Renders all metrics in the Prometheus text format 0.0.4. */
type Rendered = { readonly render: () => Promise<string> };
export type PrometheusMetrics = MetricsOf<typeof metricDefinitions> & Rendered;

type PrometheusOptions = {
  readonly logger: Logger;
  /** Whether to report on the process itself: CPU, memory, event loop lag. */
  readonly processMetrics?: boolean;
};

/** Seconds, from a cached read to the longest wait that a caller may request. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Maximum label sets of one metric, whatever its labels allow individually. */
const MAX_SERIES = 2000;

type Labels = Readonly<Record<string, string>>;
type Family = {
  readonly kind: MetricDefinition['kind'];
  readonly allows: (labels: Labels) => boolean;
  readonly record: (labels: Labels, value: number) => void;
  /** Gauges only. */
  readonly forget?: () => void;
};

/** Creates a check for the values of a label; it remembers those of an open set. */
const createValueCheck = (values: LabelValues): ((value: string) => boolean) => {
  if (!('atMost' in values)) return (value) => values.includes(value);
  const seen = new Set<string>();
  return (value) => seen.has(value) || (seen.size < values.atMost && seen.add(value).has(value));
};

/** Creates a check that labels fit a metric and keep its cardinality bounded. */
const createLabelCheck = ({ labels }: MetricDefinition): Family['allows'] => {
  const checks = Object.entries(labels).map(([name, values]) => [name, createValueCheck(values)] as const);
  const maxSeriesOfLabels = Object.values(labels).reduce(
    (product, values) => product * ('atMost' in values ? values.atMost : values.length),
    1,
  );
  const series = new Set<string>();
  return (given) => {
    if (Object.keys(given).length !== checks.length) return false;
    if (!checks.every(([name, mayBe]) => given[name] !== undefined && mayBe(given[name]))) return false;
    // Not counted if the labels alone bound the series: appends and requests record several metrics each.
    if (maxSeriesOfLabels <= MAX_SERIES) return true;
    const key = JSON.stringify(checks.map(([name]) => given[name]));
    return series.has(key) || (series.size < MAX_SERIES && series.add(key).has(key));
  };
};

const createRecorder = (
  name: string,
  { kind, help, labels, buckets }: MetricDefinition,
  registry: Registry,
): Pick<Family, 'record' | 'forget'> => {
  const configuration = { name, help, labelNames: Object.keys(labels), registers: [registry] };
  if (kind === 'counter') {
    const counter = new Counter(configuration);
    return { record: (values, by) => counter.inc({ ...values }, by) };
  }
  if (kind === 'gauge') {
    const gauge = new Gauge(configuration);
    return {
      record: (values, value) => gauge.set({ ...values }, value),
      forget: () => {
        gauge.reset();
        // Without labels, `reset` sets the gauge to 0.
        if (configuration.labelNames.length === 0) gauge.remove();
      },
    };
  }
  const histogram = new Histogram({ ...configuration, buckets: [...(buckets ?? DURATION_BUCKETS)] });
  return { record: (values, value) => histogram.observe({ ...values }, value) };
};

/** Creates metrics for Prometheus from any table of definitions; see `createPrometheusMetrics`. */
export const createMetricsOf = <Definitions extends MetricDefinitions>(
  definitions: Definitions,
  options: PrometheusOptions,
): MetricsOf<Definitions> & Rendered => {
  const registry = new Registry();
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  const families = new Map<string, Family>(
    Object.entries(definitions).map(([name, definition]) => [
      name,
      {
        kind: definition.kind,
        allows: createLabelCheck(definition),
        ...createRecorder(name, definition, registry),
      },
    ]),
  );
  const reported = new Set<string>();

  const record = (kind: Family['kind'], name: string, labels: Labels, value: number): void => {
    const family = families.get(name);
    if (family?.kind === kind && family.allows(labels)) {
      family.record(labels, value);
      return;
    }
    if (reported.has(name)) return;
    reported.add(name);
    options.logger.warn(
      { metric: name },
      'A metric was used in a way that its definition does not allow; ignored.',
    );
  };

  return {
    count: (name, labels, by = 1) => record('counter', name, labels, by),
    gauge: (name, value, labels) => record('gauge', name, labels, value),
    forget: (name) => families.get(name)?.forget?.(),
    observe: (name, value, labels) => record('histogram', name, labels, value),
    render: () => registry.metrics(),
  };
};

/**
 * Creates the metrics of the program for Prometheus. A use that violates its definition (a value not among those of its
 * label, or one too many) is ignored and logged once: measuring must never break what it measures, nor grow without
 * bound.
 */
export const createPrometheusMetrics = (options: PrometheusOptions): PrometheusMetrics =>
  createMetricsOf(metricDefinitions, options);
