import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createPgvectorIndex,
  enablePgvector,
} from '../../../../../infra/search/vector-index/pgvector-index.ts';
import { openPgDatabase } from '../../../../../infra/storage/database/pg-database.ts';
import type { Database } from '../../../../../ports/database.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import type { ApproximateSearch, VectorIndex } from '../../../../../ports/vector-index.ts';
import { searchOfMany } from '../../../../contract/approximate-search.contract.ts';
import { pgvectorServer, type TestDatabase } from '../../../../support/databases.ts';
import { generatedVectors } from '../../../../support/generated-vectors.ts';
import { givenVectorPoint } from '../../../../support/given-vector-point.ts';
import { until } from '../../../../support/log-harness.ts';

const DIMENSIONS = 16;
const PASSAGES = 400;
const G1 = 'search_g1';
const never = new AbortController().signal;

const approximateOf = ({ approximate }: VectorIndex): ApproximateSearch => {
  if (!approximate) throw new Error('The index has no graph.');
  return approximate;
};

if (!pgvectorServer)
  process.stdout.write('TEST_PGVECTOR_URL is not set: the tests of graph builds are skipped.\n');

describe.skipIf(!pgvectorServer)('building a graph in pgvector', () => {
  let opened: TestDatabase;
  let database: Database;
  let index: VectorIndex;
  /** In the middle of a write to the table, which a graph build has to wait for. */
  let writer: pg.Client;
  const [first = new Float32Array(), ...others] = generatedVectors(PASSAGES, DIMENSIONS);

  const put = (docKey: string, vector: Float32Array) =>
    database.transaction((session) =>
      index.putDocument(session, G1, docKey, [givenVectorPoint(`${docKey}@1#0`, vector)]),
    );
  /** Names of the valid or invalid indexes of the table. */
  const indexes = async (valid: boolean): Promise<readonly string[]> => {
    const rows = await database.query(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = '${G1}.vectors'::regclass and i.indisvalid = $1`,
      [valid],
    );
    return rows.map(({ name }) => String(name));
  };
  const waitsForWriter = async (): Promise<boolean> => {
    const rows = await database.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like 'create index concurrently%'`,
    );
    return rows.length > 0;
  };
  const isBuilding = async (): Promise<boolean> =>
    (
      await database.query(
        `select 1 from pg_stat_activity
          where datname = current_database() and application_name = 'anamnesis-apart'`,
      )
    ).length > 0;
  const search = async () =>
    (await index.search(G1, { vector: first, limit: 1, filters: {}, precision: { ef: 80 } })).map(
      ({ chunkId }) => chunkId,
    );

  beforeEach(async () => {
    if (!pgvectorServer) return;
    opened = await pgvectorServer.open();
    ({ database } = opened);
    await enablePgvector(database);
    index = createPgvectorIndex(database, searchOfMany);
    await database.query(`create schema ${G1}`);
    await index.createGeneration(database, G1, DIMENSIONS);
    await database.transaction((session) =>
      index.putDocument(
        session,
        G1,
        'many',
        others.map((vector, n) => givenVectorPoint(`many@1#${n}`, vector)),
      ),
    );
    writer = new pg.Client({ connectionString: opened.connectionString });
    writer.on('error', () => {});
    await writer.connect();
    await writer.query(`begin; delete from ${G1}.vectors where doc_key = 'unknown'`);
  });
  afterEach(async () => {
    await writer?.end();
    await opened?.dispose();
  });

  it('allows writes and searches meanwhile, and includes what arrived meanwhile', async () => {
    const built = approximateOf(index).tend(G1, never);
    await until('the build waits for the writer', waitsForWriter);
    await put('meanwhile', first);
    expect(await search()).toEqual(['meanwhile@1#0']);
    expect(await approximateOf(index).shapeOf(G1)).toMatchObject({ vectors: PASSAGES, hasGraph: false });
    await writer.query('commit');
    await built;
    expect(await approximateOf(index).shapeOf(G1)).toMatchObject({ vectors: PASSAGES, hasGraph: true });
    expect(await search()).toEqual(['meanwhile@1#0']);
  });

  it('is done by one node while the others continue without it', async () => {
    const built = approximateOf(index).tend(G1, never);
    await until('the build waits for the writer', waitsForWriter);
    const other = await openPgDatabase({
      connectionString: opened.connectionString ?? '',
      logger: silentLogger,
    });
    try {
      const beside = approximateOf(createPgvectorIndex(other, searchOfMany));
      await beside.tend(G1, never);
      expect(await beside.shapeOf(G1)).toMatchObject({ hasGraph: false });
    } finally {
      await other.close();
    }
    await writer.query('commit');
    await built;
    expect(await indexes(true)).toContain('vectors_graph');
    expect(await indexes(false)).toEqual([]);
  });

  it('ends with its node, and the next one removes the remains', async () => {
    const node = new AbortController();
    const built = approximateOf(index).tend(G1, node.signal);
    const ended = expect(built).rejects.toThrow('The node stops.');
    await until('the build waits for the writer', waitsForWriter);
    node.abort(new Error('The node stops.'));
    await ended;
    await until('the server has ended the build', async () => !(await isBuilding()));
    expect(await indexes(false)).not.toEqual([]);
    expect(await indexes(true)).not.toContain('vectors_graph');

    await writer.query('commit');
    await approximateOf(index).tend(G1, never);
    expect(await indexes(true)).toContain('vectors_graph');
    expect(await indexes(false)).toEqual([]);
  });
});
