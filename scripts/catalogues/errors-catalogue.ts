import { failureCodes } from '../../domain/kernel/failure.ts';
import { statusOfFailure } from '../../read-api/failure-response.ts';
import { code, markdownTable } from './markdown-table.ts';

/** Every code with which a request can be refused. */
export const errorsCatalogue = (): string =>
  `# Errors

The closed set of codes with which anything is refused: \`error.code\` of the envelope, the end of the problem's \`type\`
(\`urn:anamnesis:problem:<code>\`, RFC 9457). \`error.message\` says what is wrong and what to do next and is free of PHI;
\`error.details\` holds facts, such as \`issues\` (\`{path, message}\` a field) or the \`actualRevision\` of a conflict;
\`error.component\` names the part that failed; \`error.retryAfter\`, with the header \`Retry-After\`, the seconds after which
another attempt makes sense.

${markdownTable(
  ['code', 'status', 'title'],
  failureCodes
    .map((name) => ({ name, ...statusOfFailure[name] }))
    .sort((one, other) => one.status - other.status)
    .map(({ name, status, title }) => [code(name), String(status), title]),
)}`;
