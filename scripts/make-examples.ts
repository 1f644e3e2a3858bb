/**
 * Records the example answers of the OpenAPI document from a server with the samples: `npm run examples`. A test compares
 * the recording with the answers of a server.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { readConfiguration } from '../app/configuration/read-configuration.ts';
import { startServer } from '../app/start-server.ts';
import { clinician } from '../read-api/openapi/examples/ids.ts';
import { describedRoutes } from './catalogues/described-routes.ts';
import { recordAnswers } from './examples/record-answers.ts';

const samples = join(import.meta.dirname, '../samples');
const target = join(import.meta.dirname, '../read-api/openapi/examples/recorded-answers.generated.ts');
const origin = '// Generated from the answers of a server by "npm run examples". Do not edit.\n';

const record = async (folder: string) => {
  const secret = randomUUID();
  const configuration = readConfiguration({
    DATA_DIR: folder,
    PORT: '0',
    ADMIN_TOKEN: randomUUID(),
    JWT_SECRET: secret,
    LOG_LEVEL: 'error',
  });
  const token = await new SignJWT({ roles: ['clinician', 'admin'] })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(clinician)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));
  const server = await startServer({ configuration, version: '0.0.0' });
  const call = (path: string, init: RequestInit): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${token}` },
    });
  try {
    for (const name of await readdir(samples)) {
      const form = new FormData();
      form.set('sourceType', 'guideline');
      form.set('specialty', 'emergency_medicine');
      form.set('file', new Blob([await readFile(join(samples, name))]), name);
      const answer = await call('/api/commands/IngestDocument', {
        method: 'POST',
        body: form,
        headers: { prefer: 'wait=60' },
      });
      if (answer.status !== 200) throw new Error(`${name} was not ingested: ${await answer.text()}`);
    }
    return await recordAnswers(describedRoutes(), call, await server.application.http.eventStore.head());
  } finally {
    await server.stop();
  }
};

const folder = await mkdtemp(join(tmpdir(), 'anamnesis-examples-'));
try {
  const recorded = JSON.stringify(await record(folder), null, 2);
  await writeFile(target, `${origin}export const recordedAnswers = ${recorded} as const;\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
