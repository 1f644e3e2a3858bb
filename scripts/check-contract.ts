/**
 * Checks the OpenAPI document with outside tools: the recommended rules of two linters, and three generators whose clients
 * must compile under `--strict` and be typed. Starts a server to get the document.
 *
 * Usage: npm run check:contract
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../app/configuration/read-configuration.ts';
import { startServer } from '../app/start-server.ts';
import { generateClients } from './contract/generate-clients.ts';
import { installTools } from './contract/install-tools.ts';
import { type Finding, lintDocument } from './contract/lint-document.ts';

const readDocument = async (folder: string): Promise<string> => {
  const token = crypto.randomUUID();
  const configuration = readConfiguration({
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    ADMIN_TOKEN: token,
    LOG_LEVEL: 'error',
  });
  const server = await startServer({ configuration, version: '0.0.0' });
  try {
    const answer = await fetch(`${server.url}/openapi.json`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`The server answered ${answer.status} instead of its OpenAPI document.`);
    return await answer.text();
  } finally {
    await server.stop();
  }
};

const describe = ({ linter, rule, message, place }: Finding): string =>
  `${linter} ${rule}: ${message} (${place})`;

const check = async (tools: string, folder: string): Promise<readonly string[]> => {
  const document = await readDocument(folder);
  const path = join(folder, 'openapi.json');
  await writeFile(path, document);
  await mkdir(join(folder, 'clients'));
  const findings = await lintDocument(tools, document);
  return [...findings.map(describe), ...(await generateClients(tools, path, join(folder, 'clients')))];
};

const installed = await installTools();
if ('missing' in installed) {
  console.log(`Skipped the check of the OpenAPI document: ${installed.missing}.`);
} else {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-contract-'));
  try {
    const problems = await check(installed.folder, folder);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
    else console.log('The OpenAPI document is clean, and three generators create typed clients from it.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
