import type { SqlSession } from '../../ports/database.ts';
import type { ReadTable } from '../runner/projection-definition.ts';

/** The tables and columns needed to search and show chunks. */
export const readTables: readonly ReadTable[] = [
  {
    table: 'documents',
    columns: [
      { column: 'doc_key', type: 'text' },
      { column: 'version', type: 'integer' },
      { column: 'changed_at', type: 'bigint' },
    ],
  },
  {
    table: 'passages',
    columns: [
      { column: 'chunk_id', type: 'text' },
      { column: 'doc_key', type: 'text' },
      { column: 'version', type: 'integer' },
      { column: 'index', type: 'integer' },
      { column: 'live', type: 'boolean' },
      { column: 'passage', type: 'json' },
      { column: 'sealed', type: 'text' },
    ],
  },
  {
    table: 'sealed_vectors',
    columns: [
      { column: 'doc_key', type: 'text' },
      { column: 'blob', type: 'text' },
      { column: 'dimensions', type: 'integer' },
    ],
  },
  {
    table: 'embedding_model',
    columns: [
      { column: 'name', type: 'text' },
      { column: 'dimensions', type: 'integer' },
    ],
  },
];

/** Creates the tables of a generation. */
export const createTables = async (session: SqlSession, schema: string): Promise<void> => {
  await session.query(`create table "${schema}".documents (
    doc_key           text    primary key,
    version           integer,
    withdrawn_through integer not null,
    -- The log position of the last change: readers that hold passages in memory fetch what is newer.
    changed_at        bigint  not null
  )`);
  await session.query(`create index on "${schema}".documents (changed_at)`);
  await session.query(`create table "${schema}".passages (
    chunk_id text    primary key,
    doc_key  text    not null,
    version  integer not null,
    index    integer not null,
    live     boolean not null,
    -- Null where it is sealed.
    passage  json,
    -- A passage of a document that holds PHI, or may, encrypted with the document's key.
    sealed   text,
    check ((passage is null) <> (sealed is null))
  )`);
  // The location of live vectors of documents that hold or may hold PHI: they exist only in the sealed blob and in
  // memory.
  await session.query(
    `create table "${schema}".sealed_vectors (doc_key text primary key, blob text not null, dimensions integer not null)`,
  );
  await session.query(`create index on "${schema}".passages (doc_key, version, index)`);
  await session.query(
    `create table "${schema}".embedding_model (name text not null, dimensions integer not null)`,
  );
};
