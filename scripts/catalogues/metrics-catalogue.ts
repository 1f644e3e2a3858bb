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

/** Every metric with its meaning. */
export const metricsCatalogue = (): string =>
  `# Metrics

\`GET /metrics\` reports these metrics in Prometheus' text format, along with those of the process (CPU, memory, event
loop). A histogram has \`_bucket\`, \`_sum\` and \`_count\`. Each process reports its own values, except the lag, owner,
parked events and rebuild of followers, which come from the database. No label contains an id or a user's text, and label
values that are not in this table are dropped. Four metrics of tools are named \`voiceassist_…\`, because the dashboards of
VoiceAssist query these names: see [tools](../operations/tools.md).

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
