import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import type { VectorHit } from '../../domain/retrieval/vector-hit.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { createLocalEmbedder } from '../../infra/models/embedding/local-embedder.ts';
import { createEnglishDictionary } from '../../infra/reading/language/english-dictionary.ts';
import { createRowSealer } from '../../infra/storage/key-vault/row-sealer.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { silentLogger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import type { RowKeys } from '../../ports/row-sealer.ts';
import { generationSchema } from '../../projections/runner/projection-definition.ts';
import { createKnowledgeSearch } from '../../projections/search/create-knowledge-search.ts';
import type { KnowledgeSearchServices } from '../../projections/search/knowledge-search-services.ts';
import { passagePlace } from '../../projections/search/sealed-passage.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import { embedded } from './databases.ts';
import { createInMemoryKeyVault } from './in-memory-key-vault.ts';

/**
 * A search over real tables that the test writes in place of the projection, which lets it decide when each change is
 * committed and known.
 */
export const openSearchOnTables = async () => {
  const opened = await embedded.open();
  const state = {
    position: 0,
    generation: 1,
    /** Number of searches in the vector index. */
    denseSearches: 0,
    /** The vector index's response. */
    dense: async (_vector: Float32Array): Promise<readonly VectorHit[]> => [],
  };
  const schema = (): string => generationSchema(SEARCH_PROJECTION, state.generation);

  const createTables = (): Promise<void> =>
    opened.database.execute(`drop schema if exists "${schema()}" cascade;
      create schema "${schema()}";
      create table "${schema()}".documents (doc_key text primary key, version integer, changed_at bigint not null);
      create table "${schema()}".passages (chunk_id text primary key, doc_key text, version integer, index integer, live boolean, passage json, sealed text);
      create table "${schema()}".sealed_vectors (doc_key text primary key, blob text, dimensions integer)`);

  return {
    state,
    /** Replaces the existing generation with an empty one. */
    createTables,
    /** Writes like the search projection when a document that holds PHI goes live. */
    putSealed: async (passage: Passage, keys: RowKeys): Promise<void> => {
      const { chunkId, docKey } = passage;
      const sealed = keys.seal(documentSubject(docKey), passagePlace(chunkId), JSON.stringify(passage));
      await opened.database.query(
        `insert into "${schema()}".passages values ($1, $2, 1, 0, true, null, $3)`,
        [chunkId, docKey, sealed ?? null],
      );
      await opened.database.query(`insert into "${schema()}".sealed_vectors values ($1, 'vectors', 384)`, [
        docKey,
      ]);
      state.position += 1;
      await opened.database.query(`insert into "${schema()}".documents values ($1, 1, $2)`, [
        docKey,
        state.position,
      ]);
    },
    /** Writes like the search projection when a document goes live or, without a passage, is withdrawn. */
    put: async (docKey: string, passage?: Passage): Promise<void> => {
      const next = state.position + 1;
      await opened.database.transaction(async (session) => {
        await session.query(`delete from "${schema()}".passages where doc_key = $1`, [docKey]);
        if (passage) {
          await session.query(`insert into "${schema()}".passages values ($1, $2, $4, 0, true, $3::json)`, [
            passage.chunkId,
            docKey,
            JSON.stringify(passage),
            passage.version,
          ]);
        }
        await session.query(
          `insert into "${schema()}".documents values ($1, $2, $3)
           on conflict (doc_key) do update set version = excluded.version, changed_at = excluded.changed_at`,
          [docKey, passage ? passage.version : null, next],
        );
      });
      // Like the projection's checkpoint, which is known once committed.
      state.position = next;
    },
    openSearch: (
      services: Partial<KnowledgeSearchServices> = {},
      embedder: Embedder = createLocalEmbedder(),
    ) =>
      createKnowledgeSearch({
        database: opened.database,
        sealer: createRowSealer(createInMemoryKeyVault()),
        blobs: { get: () => Promise.reject(new Error('No document in this test is sealed.')) },
        dictionary: createEnglishDictionary(),
        readModels: { locate: async () => ({ generation: state.generation, position: state.position }) },
        eventStore: { head: async () => state.position },
        vectors: {
          check: async () => {},
          holdsGeneration: async () => true,
          keepGenerations: async () => {},
          createGeneration: async () => {},
          putDocument: async () => {},
          count: async () => 0,
          countOf: async () => new Map(),
          search: (_generation, { vector }) => {
            state.denseSearches += 1;
            return state.dense(vector);
          },
        },
        embedders: { configured: embedder, all: [embedder] },
        modelOf: async () => embedder.model,
        clock: systemClock,
        logger: silentLogger,
        metrics: silentMetrics,
        ...services,
      }),
    dispose: () => opened.dispose(),
  };
};
export type SearchOnTables = Awaited<ReturnType<typeof openSearchOnTables>>;
