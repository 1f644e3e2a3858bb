import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { NodeRole } from '../../ports/nodes.ts';
import { nodesRepresentation } from '../../read-api/representations/operations-representation.ts';
import { until } from '../support/log-harness.ts';
import { createServerDatabase, type ServerDatabase } from '../support/server-database.ts';
import { type InProcess, startInProcess } from '../support/server-in-process.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const asked = z.object({ data: z.object({ queryId: z.string() }) });
const query = z.object({ data: z.object({ status: z.string() }) });

const serverUrl = process.env.TEST_DATABASE_URL;

// Skipped without TEST_DATABASE_URL, which `test/support/databases.ts` reports: PGlite serves only one process.
describe.skipIf(!serverUrl)('nodes of different roles on one database', () => {
  let database: ServerDatabase;
  let dataDir: string;
  let api: InProcess;
  let projector: InProcess;
  /** The node to be killed. */
  let worker: ServerProcess;

  const environmentOf = (role: NodeRole) => ({ DATABASE_URL: database.url, ROLE: role });
  const startWorker = () => startServerProcess(dataDir, environmentOf('worker'), { timeout: 120_000 });
  const ask = async (question: string): Promise<string> => {
    const response = await api.request('/api/commands/AskQuery', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question }),
    });
    expect(response.status).toBe(202);
    return asked.parse(await response.json()).data.queryId;
  };
  const isAnswered = async (queryId: string): Promise<boolean> => {
    const response = await api.request(`/api/queries/${queryId}`);
    return response.ok && /^(ANSWERED|COMPLETED)/i.test(query.parse(await response.json()).data.status);
  };
  const nodes = async () =>
    z.object({ data: nodesRepresentation }).parse(await (await api.request('/api/admin/nodes')).json()).data;
  const readiness = async (): Promise<string> => (await api.request('/health/ready')).text();
  const covered = async (): Promise<string | undefined> =>
    /^anamnesis_duty_covered\{duty="consumers"\} (\d)/m.exec(
      await (await api.request('/metrics')).text(),
    )?.[1];

  beforeAll(async () => {
    database = await createServerDatabase(serverUrl ?? '');
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-roles-'));
    api = await startInProcess({ dataDir, environment: environmentOf('api') });
    projector = await startInProcess({ dataDir, environment: environmentOf('projector') });
    worker = await startWorker();
  });
  afterAll(async () => {
    await worker?.kill();
    await projector?.dispose();
    await api?.dispose();
    await database?.[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('answer a question to one of them by the work of the others', async () => {
    const queryId = await ask('midazolam dose for seizures');
    await until('the question is answered', () => isAnswered(queryId));
    const { nodes: listed, missing } = await nodes();
    expect(missing).toEqual([]);
    const workOf = (role: NodeRole) =>
      listed.find((node) => node.role === role)?.work.map(({ name }) => name) ?? [];
    expect(workOf('api')).toEqual([]);
    expect(workOf('worker')).toContain('query-orchestrator');
    expect(workOf('worker')).not.toContain('queries');
    expect(workOf('projector')).toContain('queries');
    expect(workOf('projector')).not.toContain('query-orchestrator');
    expect(await covered()).toBe('1');
  });

  it('report the work that none of them does, and do it once a suitable node joins', async () => {
    await worker.kill();
    await until('the missing worker is reported', async () => (await nodes()).missing.includes('consumers'));
    expect(await readiness()).toContain('No node does this: consumers.');
    expect(await covered()).toBe('0');
    const examined = await api.request('/api/admin/doctor', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await examined.text()).toContain('No node does this: consumers.');
    const queryId = await ask('lorazepam dose for seizures');
    worker = await startWorker();
    await until('the question is answered', () => isAnswered(queryId));
    expect((await nodes()).missing).toEqual([]);
    await expect.poll(readiness).not.toContain('No node does this');
  });
});
