import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresGenerations } from '../../../infra/storage/generations/postgres-generations.ts';
import type { ProjectionVerifier, VerificationLine } from '../../../ports/projection-verifier.ts';
import {
  createProjectionVerifier,
  scratchSchema,
} from '../../../projections/verify/create-projection-verifier.ts';
import { verificationRepresentation } from '../../../read-api/representations/verification-representation.ts';
import { databaseKinds } from '../../support/databases.ts';
import { until } from '../../support/log-harness.ts';
import { createServerDatabase, type ServerDatabase } from '../../support/server-database.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';
import { openServerMemory } from '../../support/server-memory.ts';

type Result = Extract<VerificationLine, { kind: 'result' }>;

describe.each(databaseKinds)('verifying projections on $name', ({ name: kind }) => {
  let server: InProcess;
  let own: ServerDatabase | undefined;
  beforeAll(async () => {
    own = kind === 'PostgreSQL' ? await createServerDatabase(process.env.TEST_DATABASE_URL ?? '') : undefined;
    server = await startInProcess(own ? { environment: { DATABASE_URL: own.url } } : {});
    await server.ingestSample('hypoglycemia.docx');
    await server.ingestSample('opioid-overdose.txt');
    await server.ask('naloxone dose');
    await server.settled();
  });
  afterAll(async () => {
    await server.dispose();
    await own?.[Symbol.asyncDispose]();
  });

  const verify = async (name: string): Promise<readonly Json[]> => {
    const response = await server.request(`/api/admin/projections/${name}/verify`, { method: 'POST' });
    expect(response.status).toBe(200);
    return (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => verificationRepresentation.parse(JSON.parse(line)) as Json);
  };
  const resultOf = async (name: string): Promise<Result> => {
    const last = (await verify(name)).at(-1);
    expect(last).toMatchObject({ kind: 'result' });
    return last as unknown as Result;
  };
  const run = (statement: string) => server.application.database.query(statement);
  const scratches = async (): Promise<readonly unknown[]> =>
    (await run(`select nspname from pg_namespace where nspname like '%\\_verify'`)).map((row) => row.nspname);
  const verifier = (): ProjectionVerifier => server.application.http.projectionVerifier;

  it('finds each one as the log says, with the rows of all tables, and leaves nothing behind', async () => {
    expect(verifier().names).toContain('search');
    const rows = new Map<string, number>();
    for (const name of verifier().names) {
      const result = await resultOf(name);
      expect({ name, difference: result.difference, leftOut: result.leftOut }).toEqual({ name, leftOut: [] });
      rows.set(name, result.rows);
    }
    expect(rows.get('documents')).toBe(2);
    const [count] = await run('select count(*)::integer as n from search_g1.passages');
    // Passages and their vectors, two documents twice, and the model.
    expect(rows.get('search')).toBe(2 * Number(count?.n) + 2 + 2 + 1);
    expect(await scratches()).toEqual([]);
  });

  it.each([
    [
      'a differing value',
      'documents',
      `update documents_g1.documents set title = 'Give ten times as much' where doc_key = 'guideline-hypoglycemia'`,
      { table: 'documents', key: 'guideline-hypoglycemia', kind: 'changed', columns: ['title'] },
    ],
    [
      'a missing row',
      'document-versions',
      `delete from document_versions_g1.document_versions where doc_key = 'guideline-opioid-overdose'`,
      { kind: 'missing', key: expect.stringContaining('guideline-opioid-overdose'), columns: [] },
    ],
    [
      'an altered vector',
      'search',
      `update search_g1.vectors set embedding = (select embedding from search_g1.vectors order by chunk_id desc limit 1)
        where chunk_id = (select min(chunk_id) from search_g1.vectors)`,
      { table: 'vectors', kind: 'changed', columns: ['embedding'] },
    ],
  ])('names %s by key and columns, without its content', async (_, name, harm, expected) => {
    await run(harm);
    const lines = await verify(name);
    expect(lines.at(-1)).toMatchObject({ kind: 'result', difference: expected });
    expect(JSON.stringify(lines)).not.toContain('ten times');
    expect(await scratches()).toEqual([]);
    // The live generation was not modified: only a rebuild repairs it.
    await server.command('ResetProjection', { projection: name });
    await until('the projection is rebuilt', async () => {
      const all = (await server.get('/api/admin/projections')) as unknown as Json[];
      return all.find((one) => one.name === name)?.generation === 2;
    });
    expect((await resultOf(name)).difference).toBeUndefined();
  });

  it('names a surplus row', async () => {
    const [row] = await run('select * from audit_entries_g1.audit_entries limit 1');
    const [key] = await run(`select a.attname as name from pg_constraint p
      join pg_attribute a on a.attrelid = p.conrelid and a.attnum = p.conkey[1]
      where p.contype = 'p' and p.conrelid = 'audit_entries_g1.audit_entries'::regclass`);
    const column = String(key?.name);
    const columns = Object.keys(row ?? {}).filter((name) => name !== column);
    const extra = typeof row?.[column] === 'number' ? '999999' : `'00000000-0000-7000-8000-000000000000'`;
    await run(`insert into audit_entries_g1.audit_entries (${column}, ${columns.join(', ')})
      select ${extra}, ${columns.join(', ')} from audit_entries_g1.audit_entries limit 1`);
    expect((await resultOf('audit-entries')).difference).toMatchObject({ kind: 'extra', columns: [] });
    await run(`delete from audit_entries_g1.audit_entries where ${column} = ${extra}`);
    expect((await resultOf('audit-entries')).difference).toBeUndefined();
  });

  it('completes while new events keep arriving', async () => {
    let asking = true;
    let asked = 0;
    const load = (async () => {
      while (asking) {
        await server.command('StartConversation', {});
        asked += 1;
      }
    })();
    const results: Result[] = [];
    for (let round = 0; round < 3; round += 1) results.push(await resultOf('conversations'));
    asking = false;
    await load;
    for (const { difference } of results) expect(difference).toBeUndefined();
    expect(asked).toBeGreaterThan(0);
    expect(results[2]?.position).toBeGreaterThan(results[0]?.position ?? 0);
    expect(await scratches()).toEqual([]);
  });

  it('is refused for an unknown projection, without permission, and while another one is running', async () => {
    const unknown = await server.request('/api/admin/projections/nothing/verify', { method: 'POST' });
    expect(unknown.status).toBe(404);
    const anybody = await server.request('/api/admin/projections/documents/verify', {
      method: 'POST',
      headers: { authorization: '' },
    });
    expect(anybody.status).toBe(401);

    const never = new AbortController();
    const first = verifier().verify('documents', never.signal)[Symbol.asyncIterator]();
    expect((await first.next()).done).toBe(false);
    expect((await verify('documents')).at(-1)).toMatchObject({ kind: 'failure', code: 'conflict' });
    await first.return?.(undefined);
    expect((await resultOf('documents')).difference).toBeUndefined();
  });

  it('does not claim that another one is running when the database grants no lease', async () => {
    const { http, database } = server.application;
    const other = createProjectionVerifier({
      database,
      eventStore: http.eventStore,
      generations: postgresGenerations,
      leases: { acquire: async () => undefined },
      projections: [{ name: 'documents', version: 1 }],
      definitionFor: () => {
        throw new Error('Nothing should be folded.');
      },
    });
    await expect(
      Array.fromAsync(other.verify('documents', new AbortController().signal)),
    ).rejects.toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining('the database accepts no writes') },
    });
  });

  it('stops and cleans up when its caller disconnects', async () => {
    const left = new AbortController();
    const lines = verifier().verify('audit-entries', left.signal);
    let ended: unknown;
    const reading = (async () => {
      for await (const line of lines) if (line.kind === 'progress') left.abort();
    })().catch((error: unknown) => {
      ended = error;
    });
    if (!left.signal.aborted) await once(left.signal, 'abort');
    await reading;
    expect(ended).toMatchObject({ name: 'AbortError' });
    expect(await scratches()).toEqual([]);
  });

  it('drops the remains of a crash at the next verification', async () => {
    await run(`create schema "${scratchSchema('documents')}"`);
    await run(`create table "${scratchSchema('documents')}".documents (doc_key text)`);
    expect((await resultOf('documents')).difference).toBeUndefined();
    expect(await scratches()).toEqual([]);
  });

  it('reports when this program has another version of the fold', async () => {
    const { http, database } = server.application;
    const other = createProjectionVerifier({
      database,
      eventStore: http.eventStore,
      generations: postgresGenerations,
      leases: {
        acquire: async (name) => ({
          name,
          fence: 1,
          signal: new AbortController().signal,
          isHeld: () => true,
          confirm: async () => {},
          release: async () => {},
        }),
      },
      projections: [{ name: 'documents', version: 999 }],
      definitionFor: () => {
        throw new Error('Nothing should be folded.');
      },
    });
    await expect(
      Array.fromAsync(other.verify('documents', new AbortController().signal)),
    ).rejects.toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining('being rebuilt for this version') },
    });
  });
});

it('the next start drops the remains of a crashed verification', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-crashed-'));
  const memory = await openServerMemory();
  const first = await startInProcess({ dataDir, memory });
  await first.application.database.query(`create schema "${scratchSchema('search')}"`);
  await first.stop();
  const second = await startInProcess({ dataDir, memory });
  await until('the schema is dropped', async () => {
    const left = await second.application.database.query(
      `select 1 from pg_namespace where nspname = '${scratchSchema('search')}'`,
    );
    return left.length === 0;
  });
  await second.dispose();
  await memory.dispose();
  await rm(dataDir, { recursive: true });
});
