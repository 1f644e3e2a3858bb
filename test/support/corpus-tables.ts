import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { chunkIdOf, type Passage } from '../../domain/retrieval/passage.ts';
import { createLexicalTables, type SegmentSizes } from '../../infra/search/lexical-index/lexical-tables.ts';
import type { Database, SqlSession } from '../../ports/database.ts';
import type { LexicalStorage } from '../../ports/lexical-tables.ts';
import type { RowKeys } from '../../ports/row-sealer.ts';
import { generationSchema } from '../../projections/runner/projection-definition.ts';
import { passagePlace } from '../../projections/search/sealed-passage.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';

/** A document of a test: its passages, sealed when keys are given. */
export type CorpusDocument = { readonly passages: readonly Passage[]; readonly keys?: RowKeys };

/**
 * The tables of a generation as the search projection writes them, one change after another, without a log, which makes
 * many changes cheap.
 */
export const openCorpusTables = async (
  database: Database,
  home: LexicalStorage,
  { generation = 1, sizes }: { readonly generation?: number; readonly sizes?: SegmentSizes } = {},
) => {
  const schema = generationSchema(SEARCH_PROJECTION, generation);
  const lexical = createLexicalTables(database, async () => home, sizes);
  await database.execute(`create schema "${schema}";
    create table "${schema}".documents (doc_key text primary key, version integer, changed_at bigint);
    create table "${schema}".passages (chunk_id text primary key, doc_key text, version integer, index integer, live boolean, passage json, sealed text);
    create index on "${schema}".passages (doc_key, version, index);
    create table "${schema}".sealed_vectors (doc_key text primary key, blob text, dimensions integer)`);
  if (home === 'stored') await database.transaction((session) => lexical.create(session, schema));
  let position = 0;

  const change = (
    docKey: string,
    version: number | null,
    work: (session: SqlSession) => Promise<number | undefined>,
  ): Promise<void> =>
    database.transaction(async (session) => {
      position += 1;
      const chunks = await work(session);
      await session.query(
        `update "${schema}".passages set live = (version = $2) where doc_key = $1 and live is distinct from (version = $2)`,
        [docKey, version ?? 0],
      );
      await session.query(
        `insert into "${schema}".documents values ($1, $2, $3)
         on conflict (doc_key) do update set version = excluded.version, changed_at = excluded.changed_at`,
        [docKey, version, position],
      );
      const stored = version === null || chunks === undefined ? undefined : { version, chunks };
      await lexical.change(session, schema, { docKey, position, ...(stored ? { stored } : {}) });
      await lexical.settle(session, schema);
    });

  return {
    schema,
    generation,
    position: () => position,
    /** Publishes a version of a document. */
    publish: (docKey: string, version: number, { passages, keys }: CorpusDocument): Promise<void> =>
      change(docKey, version, async (session) => {
        const rows = passages.map((passage, index) => {
          const chunkId = chunkIdOf(docKey, version, index);
          const own = { ...passage, docKey, version, index, chunkId };
          const sealed = keys?.seal(documentSubject(docKey), passagePlace(chunkId), JSON.stringify(own));
          return { chunkId, index, passage: keys ? null : own, sealed: sealed ?? null };
        });
        await session.query(
          `insert into "${schema}".passages
           select p."chunkId", $1, $2, p.index, false, p.passage, p.sealed
             from json_to_recordset($3::json) as p ("chunkId" text, index integer, passage json, sealed text)`,
          [docKey, version, JSON.stringify(rows)],
        );
        return keys ? undefined : passages.length;
      }),
    withdraw: (docKey: string): Promise<void> => change(docKey, null, async () => undefined),
    /** Erases a document without a trace. */
    erase: (docKey: string): Promise<void> =>
      change(docKey, null, async (session) => {
        await lexical.erase(session, schema, docKey);
        await session.query(`delete from "${schema}".passages where doc_key = $1`, [docKey]);
        return undefined;
      }),
  };
};
export type CorpusTables = Awaited<ReturnType<typeof openCorpusTables>>;
