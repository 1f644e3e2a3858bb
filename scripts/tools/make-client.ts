/**
 * Generates the part of `client/` that describes the HTTP API from its OpenAPI document, without starting a server:
 * `npm run client`. The types come from openapi-typescript; the shapes of answers and the choices of query parameters
 * come from the same schemas. With `--check` it writes nothing, and exits 1 when a file is out of date.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../read-api/openapi/open-api-document.ts';
import { describedRoutes } from '../catalogues/described-routes.ts';
import { answerShapes } from './client/answer-shapes.ts';
import { documentParts } from './client/document-parts.ts';
import { eventTypes } from './client/event-types.ts';
import { queryChoices } from './client/query-choices.ts';
import { typedPart } from './client/typed-part.ts';

const folder = join(import.meta.dirname, '../../client');
const generator = join(import.meta.dirname, 'node_modules/.bin/openapi-typescript');
const origin =
  '// Generated from the OpenAPI document by "npm run client". Edit the schemas in read-api/ instead.\n';

// Neither examples nor the version are part of a type.
const document = documentParts.parse(openApiDocument(describedRoutes(), '', {}));

const typesOf = (part: unknown): string => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [generator, '--immutable', '--root-types', '--root-types-no-schema-prefix', '--root-types-keep-casing'],
    { input: JSON.stringify(part), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`openapi-typescript failed: ${stderr}`);
  return stdout;
};

const files: Readonly<Record<string, string>> = {
  'api.generated.ts': `${origin}\n${typesOf(typedPart(document))}\n${eventTypes(document)}`,
  'answer-shapes.generated.ts': `${origin}\n${answerShapes(document)}`,
  'choices.generated.ts': `${origin}\n${queryChoices(document)}`,
};

for (const [name, made] of Object.entries(files)) {
  const path = join(folder, name);
  if (!process.argv.includes('--check')) writeFileSync(path, made);
  else if (readFileSync(path, 'utf8') !== made) {
    console.error(`client/${name} is out of date. Run: npm run client`);
    process.exitCode = 1;
  }
}
if (process.argv.includes('--check') && process.exitCode === undefined)
  console.log('The client is up to date.');
