import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pgvectorUrl } from '../../../../support/databases.ts';
import { until } from '../../../../support/log-harness.ts';
import { createServerDatabase, type ServerDatabase } from '../../../../support/server-database.ts';
import { type InProcess, type Json, startInProcess } from '../../../../support/server-in-process.ts';

const hypothermia = `# Hypothermia

## Treatment

Remove wet clothing, prevent further heat loss and rewarm the patient with blankets and warmed fluids.
`;
const burns = `# Burns

## Treatment

Cool the burned skin with running water for 20 minutes and cover it with a clean dry dressing.
`;

if (!pgvectorUrl) {
  process.stdout.write(
    'TEST_PGVECTOR_URL is not set: the tests of the program on a server with pgvector are skipped.\n',
  );
}

describe.skipIf(!pgvectorUrl)('the program on a server with pgvector', () => {
  let server: ServerDatabase;
  let application: InProcess;
  let dataDir: string;
  const query = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const search = async (body: Record<string, unknown>) => {
    const response = await application.post('/api/search', body);
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as {
      data: { results: { docKey: string }[]; sources: { source: string; outcome: string; found: number }[] };
    };
    return { documents: data.results.map(({ docKey }) => docKey), sources: data.sources };
  };

  beforeAll(async () => {
    server = await createServerDatabase(pgvectorUrl ?? '');
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-pgvector-'));
    application = await startInProcess({ dataDir, environment: { DATABASE_URL: server.url } });
    await application.ingest(hypothermia, 'hypothermia.md', { docKey: 'guideline-hypothermia' });
    await application.ingest(burns, 'burns.md', { docKey: 'guideline-burns' });
  });
  afterAll(async () => {
    await application.dispose();
    await server[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('stores its vectors in the extension’s own type and finds passages by them', async () => {
    expect(
      await query(`select distinct udt_name from information_schema.columns
        where table_name = 'vectors' and column_name = 'embedding'`),
    ).toEqual([{ udt_name: 'vector' }]);
    const { documents, sources } = await search({ query: 'rewarm with blankets' });
    expect(documents[0]).toBe('guideline-hypothermia');
    expect(sources).toContainEqual(expect.objectContaining({ source: 'dense', outcome: 'ok', found: 2 }));
  });

  it('filters its results', async () => {
    const { documents } = await search({ query: 'treatment', filters: { docKey: 'guideline-burns' } });
    expect(new Set(documents)).toEqual(new Set(['guideline-burns']));
  });

  it('moves the vectors to the configured place, and keeps answering meanwhile', async () => {
    await application.dispose();
    application = await startInProcess({
      dataDir,
      environment: { DATABASE_URL: server.url, VECTOR_INDEX: 'memory' },
    });
    const findsByMeaning = async (): Promise<boolean> => {
      const { documents, sources } = await search({ query: 'rewarm with blankets' });
      expect(documents[0]).toBe('guideline-hypothermia');
      return sources.some(
        ({ source, outcome, found }) => source === 'dense' && outcome === 'ok' && found === 2,
      );
    };
    expect(await findsByMeaning()).toBe(true);
    await until('the next generation of the index serves', async () => {
      expect(await findsByMeaning()).toBe(true);
      const projections = (await application.get('/api/admin/projections')) as unknown as Json[];
      return projections.some(({ name, generation }) => name === 'search' && generation === 2);
    });
    expect(
      await query(`select udt_name from information_schema.columns
        where table_schema = 'search_g2' and table_name = 'vectors' and column_name = 'embedding'`),
    ).toEqual([{ udt_name: 'bytea' }]);
    expect(await findsByMeaning()).toBe(true);
  });
});
