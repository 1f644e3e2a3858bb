import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPgliteDatabase } from '../../../infra/storage/database/pglite-database.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';
import { testToken } from '../../support/test-user.ts';

/**
 * An installation of version 0.3.0 as first released (c74d5bda): its database, as `pg_dump --inserts` wrote it, the files
 * of its data directory, and the answers that it gave to requests of the test user. It holds the documents of `samples/`
 * (one of them in two versions), a withdrawn and an unreadable one, six questions, a conversation with a clinical
 * context, a tool call, feedback and a token.
 */
const fixtureSchema = z.object({
  sql: z.string(),
  files: z.record(z.string(), z.base64()),
  requests: z.array(
    z.object({
      method: z.enum(['GET', 'POST']),
      path: z.string(),
      request: z.unknown().optional(),
      status: z.int(),
      body: z.unknown(),
    }),
  ),
});
const MASTER_KEY = '07'.repeat(32);

/** Texts for people, which have been reworded since. */
const reworded = ['description', 'detail', 'message', 'rule', 'action'];
/** What grows with each request or passes with time, and the vectors that this version makes. */
const changing = ['asOf', 'readings', 'state', 'lastUsedAt', 'available'];
const ignored: ReadonlySet<string> = new Set([...reworded, ...changing]);

/** What must be answered as before: everything recorded but the ignored members. */
const lasting = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (ignored.has(name) ? [] : [[name, lasting(member)]])),
  );
};

describe('an installation of version 0.3.0', () => {
  let folder: string;
  let server: InProcess;
  let requests: z.output<typeof fixtureSchema>['requests'];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-0.3.0-'));
    const packed = await readFile(join(import.meta.dirname, 'upgraded-from-0.3.0.json.br'));
    const fixture = fixtureSchema.parse(JSON.parse(brotliDecompressSync(packed).toString()));
    requests = fixture.requests;
    for (const [path, content] of Object.entries(fixture.files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), Buffer.from(content, 'base64'), { mode: 0o600 });
    }
    const database = await openPgliteDatabase(join(folder, 'database'), { sync: 'off' });
    await database.execute(fixture.sql);
    await database.close();
    server = await startInProcess({ dataDir: folder, environment: { MASTER_KEY, VECTOR_INDEX: 'memory' } });
    await server.settled();
  });
  afterAll(async () => {
    await server?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const answerTo = async ({ method, path, request }: (typeof requests)[number]) => {
    const headers = { authorization: `Bearer ${testToken}`, 'x-access-reason': 'to compare versions' };
    const response =
      method === 'GET' ? await server.request(path, { headers }) : await server.post(path, request, headers);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.includes('json') && !path.includes('/export');
    // Of a file the first bytes were recorded.
    const body: unknown = isJson ? JSON.parse(bytes.toString()) : { raw: bytes.subarray(0, 300).toString() };
    return { status: response.status, body };
  };
  const firstOf = (body: unknown) =>
    z.object({ data: z.object({ results: z.tuple([z.looseObject({})]) }) }).parse(body).data.results[0];
  const dataOf = (body: unknown) => z.object({ data: z.array(z.looseObject({})) }).parse(body).data;

  it('answers a hundred requests as before', async () => {
    let compared = 0;
    for (const recorded of requests) {
      const { status, body } = await answerTo(recorded);
      expect.soft(status, recorded.path).toBe(recorded.status);
      const expected = lasting(recorded.body);
      if (/^\/api\/(?:schemas|tools|calculators)$/.test(recorded.path))
        // There are more of them by now.
        expect
          .soft(dataOf(body), recorded.path)
          .toEqual(expect.arrayContaining(dataOf(expected).map((one) => expect.objectContaining(one))));
      else if (recorded.path === '/api/search')
        expect.soft(body, JSON.stringify(recorded.request)).toMatchObject({
          data: { results: expect.arrayContaining([expect.objectContaining(firstOf(expected))]) },
        });
      else expect.soft(body, recorded.path).toMatchObject(Object(expected));
      compared += 1;
    }
    expect(compared).toBeGreaterThanOrEqual(100);
  });

  it('finds nothing wrong with itself, and works on', async () => {
    expect(await server.ask('What is the dose of lorazepam in status epilepticus?')).toMatchObject({
      status: 'answered',
    });
    expect(await server.ingest('# Burns\n\nCool a burn.\n', 'burns.md')).toMatchObject({
      state: 'COMPLETED',
    });
    expect(await server.get('/api/admin/consumers/parked')).toEqual([]);
  });
});
