import type {
  LabelValues,
  MetricDefinition,
  MetricDefinitions,
  metricDefinitions,
} from './metric-definitions.ts';

type NamesOf<Definitions extends MetricDefinitions, Kind extends MetricDefinition['kind']> = {
  [Name in keyof Definitions & string]: Definitions[Name]['kind'] extends Kind ? Name : never;
}[keyof Definitions & string];

type ValueOf<Values extends LabelValues> = Values extends readonly (infer Value)[] ? Value : string;

type LabelsOf<Definitions extends MetricDefinitions, Name extends keyof Definitions> = {
  readonly [Label in keyof Definitions[Name]['labels']]: ValueOf<Definitions[Name]['labels'][Label]>;
};

/** Counts, levels and durations of a table of metrics: an undefined metric or label does not compile. */
export type MetricsOf<Definitions extends MetricDefinitions> = {
  readonly count: <Name extends NamesOf<Definitions, 'counter'>>(
    name: Name,
    labels: LabelsOf<Definitions, Name>,
    by?: number,
  ) => void;
  readonly gauge: <Name extends NamesOf<Definitions, 'gauge'>>(
    name: Name,
    value: number,
    labels: LabelsOf<Definitions, Name>,
  ) => void;
  /** Omits a gauge from the output, with all labels, until it is set again: its level is not known. */
  readonly forget: (name: NamesOf<Definitions, 'gauge'>) => void;
  /** In the unit of the metric. */
  readonly observe: <Name extends NamesOf<Definitions, 'histogram'>>(
    name: Name,
    value: number,
    labels: LabelsOf<Definitions, Name>,
  ) => void;
};

/** The metrics of this program. Recording never throws: measuring must not break what it measures. */
export type Metrics = MetricsOf<typeof metricDefinitions>;

/** Discards everything; for tests and tools. */
export const silentMetrics: Metrics = {
  count: () => {},
  gauge: () => {},
  forget: () => {},
  observe: () => {},
};
