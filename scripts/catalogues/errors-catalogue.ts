import { failureCodes } from '../../domain/kernel/failure.ts';
import { statusOfFailure } from '../../read-api/failure-response.ts';
import { code, markdownTable } from './markdown-table.ts';

/** Every error code of the API. */
export const errorsCatalogue = (): string =>
  `# Errors

The closed set of error codes. The code is \`error.code\` in the envelope and the end of the problem's \`type\`
(\`urn:anamnesis:problem:<code>\`, RFC 9457). \`error.message\` says what is wrong and what to do next, without PHI.
\`error.details\` contains facts, such as \`issues\` (one \`{path, message}\` per field) or the \`actualRevision\` of a
conflict. \`error.component\` names the part that failed. \`error.retryAfter\`, like the header \`Retry-After\`, is the
number of seconds to wait before another attempt.

${markdownTable(
  ['code', 'status', 'title'],
  failureCodes
    .map((name) => ({ name, ...statusOfFailure[name] }))
    .sort((one, other) => one.status - other.status)
    .map(({ name, status, title }) => [code(name), String(status), title]),
)}`;
