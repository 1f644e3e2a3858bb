/** Label values. Bounded sets only: names of projections, stages, routes; never ids or text of users. */
export type MetricLabels = Readonly<Record<string, string>>;

/** Counts, levels and durations. Names follow Prometheus conventions and start with `anamnesis_`. */
export type Metrics = {
  readonly count: (name: string, labels?: MetricLabels, by?: number) => void;
  readonly gauge: (name: string, value: number, labels?: MetricLabels) => void;
  /** Seconds. */
  readonly observe: (name: string, seconds: number, labels?: MetricLabels) => void;
};

/** Discards everything; for tests and tools. */
export const silentMetrics: Metrics = { count: () => {}, gauge: () => {}, observe: () => {} };
