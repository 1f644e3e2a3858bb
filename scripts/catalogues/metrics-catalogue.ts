import {
  type LabelValues,
  type MetricDefinition,
  metricDefinitions,
} from '../../ports/metric-definitions.ts';
import { code, markdownTable } from './markdown-table.ts';

const valuesOf = (values: LabelValues): string =>
  'atMost' in values ? `${values.of} (at most ${values.atMost})` : values.map(code).join(', ');

const labelsOf = ({ labels }: MetricDefinition): string =>
  Object.entries(labels)
    .map(([label, values]) => `${code(label)}: ${valuesOf(values)}`)
    .join('; ');

/** Every metric with what it means. */
export const metricsCatalogue = (): string =>
  `# Metrics

What \`GET /metrics\` tells in the text format of Prometheus, beside what the process reports of itself (CPU, memory, event
loop). Of a histogram there are \`_bucket\`, \`_sum\` and \`_count\`. Each process tells of itself, but for what a follower
of the log is behind, its owner, parked events and rebuild, which are read where all processes keep them. No label holds an
id or a text of a user, and a value that is not in this table is left out.

${markdownTable(
  ['metric', 'kind', 'unit', 'what it tells', 'labels'],
  Object.entries<MetricDefinition>(metricDefinitions).map(([name, definition]) => [
    code(name),
    definition.kind,
    definition.unit.replaceAll('_', ' '),
    definition.help,
    labelsOf(definition),
  ]),
)}`;
