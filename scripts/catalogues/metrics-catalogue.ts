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

\`GET /metrics\` reports these in the text format of Prometheus, beside the metrics of the process (CPU, memory, event
loop). A histogram has \`_bucket\`, \`_sum\` and \`_count\`. Each process reports its own values, except for what a follower
of the log is behind, its owner, parked events and rebuild, which are read where all processes keep them. No label holds an
id or a text of a user, and a value that is not in this table is left out. Four metrics of tools are named
\`voiceassist_…\`, as the dashboards of VoiceAssist query them: see [tools](../operations/tools.md).

${markdownTable(
  ['metric', 'kind', 'unit', 'meaning', 'labels'],
  Object.entries<MetricDefinition>(metricDefinitions).map(([name, definition]) => [
    code(name),
    definition.kind,
    definition.unit.replaceAll('_', ' '),
    definition.help,
    labelsOf(definition),
  ]),
)}`;
