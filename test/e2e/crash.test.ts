import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds, type TestDatabase } from '../support/databases.ts';
import { until } from '../support/log-harness.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const ROUNDS = 5;
const samples = join(import.meta.dirname, '../../samples');

type Json = Record<string, unknown>;
type Acknowledged = { readonly documents: Map<string, string>; readonly queries: Map<string, string> };

const dataOf = async (response: Response): Promise<Json> => {
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('data' in body)) throw new Error('not an envelope');
  return body.data as Json;
};
const listOf = async (server: ServerProcess, path: string): Promise<Json[]> =>
  (await dataOf(await server.fetch(path))) as unknown as Json[];

const eventsOf = async (server: ServerProcess, streamId: string): Promise<Json[]> =>
  (await dataOf(await server.fetch(`/api/audit/streams/${streamId}`))).events as Json[];

/** Sends work until the server dies under it; notes what was acknowledged. */
const pester = async (server: ServerProcess, round: number, acknowledged: Acknowledged): Promise<void> => {
  const markdown = await readFile(join(samples, 'status-epilepticus.md'), 'utf8');
  const ingesting = async (): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const form = new FormData();
      const docKey = `guideline-crash-${round}-${n}`;
      form.set('sourceType', 'guideline');
      form.set('docKey', docKey);
      form.set('file', new Blob([`${markdown}\n\nDocument ${docKey}.\n`]), `${docKey}.md`);
      const response = await server.fetch('/api/commands/IngestDocument', { method: 'POST', body: form });
      if (response.ok) acknowledged.documents.set(docKey, String((await dataOf(response)).jobId));
    }
  };
  const asking = async (): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const question = `midazolam dose for seizures, round ${round} number ${n}`;
      const response = await server.fetch('/api/commands/AskQuery', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question }),
      });
      if (response.ok) acknowledged.queries.set(String((await dataOf(response)).queryId), question);
    }
  };
  // Each loop ends with the connection.
  await Promise.allSettled([ingesting(), asking(), asking()]);
};

describe.each(databaseKinds)('killing the server at random moments, on $name', (kind) => {
  let dataDir: string;
  let opened: TestDatabase | undefined;
  let server: ServerProcess;
  const acknowledged: Acknowledged = { documents: new Map(), queries: new Map() };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-crash-'));
    // The embedded database lies in the data directory; one of a server is made for this test.
    opened = kind.name === 'PostgreSQL' ? await kind.open() : undefined;
    const environment: Record<string, string> =
      opened?.connectionString === undefined ? {} : { DATABASE_URL: opened.connectionString };
    for (let round = 0; round < ROUNDS; round += 1) {
      server = await startServerProcess(dataDir, environment);
      const pestering = pester(server, round, acknowledged);
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1500));
      await server.kill();
      await pestering;
    }
    server = await startServerProcess(dataDir, environment);
    await until(
      'all work is done',
      async () => {
        const followers = await listOf(server, '/api/admin/projections');
        return followers.every(({ eventsBehind }) => eventsBehind === 0);
      },
      60_000,
    );
  }, 240_000);
  afterAll(async () => {
    await server?.stop();
    await opened?.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('did some work before each kill', () => {
    expect(acknowledged.documents.size).toBeGreaterThan(0);
    expect(acknowledged.queries.size).toBeGreaterThan(0);
  });

  it('loses no document that was acknowledged, and leaves no job stuck', async () => {
    for (const [docKey, jobId] of acknowledged.documents) {
      const job = await dataOf(await server.fetch(`/api/admin/kb/jobs/${jobId}`));
      expect(job).toMatchObject({ docKey, state: 'COMPLETED' });
    }
    const unfinished = [
      ...(await listOf(server, '/api/admin/kb/jobs?state=PENDING')),
      ...(await listOf(server, '/api/admin/kb/jobs?state=RUNNING')),
    ];
    expect(unfinished).toEqual([]);
  });

  it('answers every question that was acknowledged, exactly once', async () => {
    for (const [queryId, question] of acknowledged.queries) {
      const query = await dataOf(await server.fetch(`/api/queries/${queryId}`));
      expect(query).toMatchObject({ question, status: 'answered' });
      const events = await eventsOf(server, `query-${queryId}`);
      expect(events.map(({ type }) => type)).toEqual([
        'QueryAsked',
        'PhiScreened',
        'SourcesSearched',
        'QueryAnswered',
      ]);
    }
  }, 60_000);

  it('does no stage of any job twice', async () => {
    for (const jobId of acknowledged.documents.values()) {
      const events = await eventsOf(server, `indexing-${jobId}`);
      const types = events.map(({ type }) => type);
      expect(new Set(types).size).toBe(types.length);
    }
  }, 60_000);

  it('parks nothing and keeps positions dense', async () => {
    expect(await listOf(server, '/api/admin/consumers/parked')).toEqual([]);
    const exported = await (await server.fetch('/api/audit/export?format=ndjson')).text();
    const positions = exported
      .trim()
      .split('\n')
      .map((line) => Number((JSON.parse(line) as Json).position));
    expect(positions).toEqual(positions.map((_, index) => index + 1));
  });
});
