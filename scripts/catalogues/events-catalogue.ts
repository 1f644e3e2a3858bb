import { allEvents } from '../../domain/all-events.ts';
import { auditActions } from '../../projections/audit-entries/audit-actions.ts';
import { fieldsOf } from './describe-schema.ts';
import { code, markdownTable } from './markdown-table.ts';

/** Every event type with its meaning and its data. */
export const eventsCatalogue = (): string =>
  `# Events

The event types of the log. Every event also has \`id\`, \`streamId\`, \`revision\`, \`position\`, \`recordedAt\` and \`metadata\`
(\`correlationId\`, \`causationId\`, \`actor\`, \`traceparent\`, \`client\`, \`phi\`, \`subject\`). Fields marked *encrypted* can hold
PHI: they are stored encrypted with the key of the person concerned, and read as erased once that key is destroyed.
Older versions are upgraded when they are read.

${markdownTable(
  ['event', 'version', 'what happened'],
  allEvents.map(({ type, schemaVersion }) => [
    `[${type}](#${type.toLowerCase()})`,
    String(schemaVersion),
    auditActions[type],
  ]),
)}
${allEvents
  .map(({ type, schema }) => {
    const rows = fieldsOf(schema).map((field) => [
      code(field.path),
      field.type,
      [...(field.optional ? ['optional'] : []), ...(field.sensitive ? ['encrypted'] : [])].join(', '),
    ]);
    const fields = rows.length === 0 ? 'No data.\n' : markdownTable(['field', 'type', ''], rows);
    return `## ${type}\n\n${auditActions[type]}\n\n${fields}`;
  })
  .join('\n')}`;
