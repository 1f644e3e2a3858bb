import { encodeEmbeddings } from '../../../domain/knowledge/embedding-blob.ts';
import { embeddingTextOf } from '../../../domain/retrieval/dense/embedding-text.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import { systemClock } from '../../../infra/installation/system-clock.ts';
import { createLocalEmbedder } from '../../../infra/models/embedding/local-embedder.ts';
import { createEnglishDictionary } from '../../../infra/reading/language/english-dictionary.ts';
import type { Database, DatabaseRow, SqlValue } from '../../../ports/database.ts';
import { silentLogger } from '../../../ports/logger.ts';
import { silentMetrics } from '../../../ports/metrics.ts';
import {
  createKnowledgeSearch,
  type WarmableSearch,
} from '../../../projections/search/create-knowledge-search.ts';

const embedder = createLocalEmbedder();
const dictionary = createEnglishDictionary();

const unused = (): never => {
  throw new Error('A search of given passages needs only the rows of a database.');
};

/** The documents that a statement asks for by their keys; all if it has none. */
const askedIn = (
  documents: ReadonlyMap<string, readonly Passage[]>,
  [keys]: readonly SqlValue[],
): readonly (readonly [string, readonly Passage[]])[] => {
  const asked = typeof keys === 'string' ? [keys] : keys;
  return Array.isArray(asked) ? [...documents].filter(([docKey]) => asked.includes(docKey)) : [...documents];
};

/** The rows that a search reads, in place of the tables of the projection; large documents page by page. */
const rowsOf = (
  documents: ReadonlyMap<string, readonly Passage[]>,
  text: string,
  values: readonly SqlValue[],
): readonly DatabaseRow[] => {
  const all = [...documents];
  if (text.includes('.sealed_vectors'))
    return all.map(([docKey]) => ({
      doc_key: docKey,
      blob: docKey,
      dimensions: embedder.model.dimensions,
    }));
  if (text.includes('.documents'))
    return all.map(([docKey, passages]) => ({
      doc_key: docKey,
      version: 1,
      changed_at: 1,
      passages: passages.length,
    }));
  const after = Number(values[2] ?? -1);
  const most = Number(text.split(' limit ')[1] ?? Number.POSITIVE_INFINITY);
  const rows = askedIn(documents, values).flatMap(([docKey, passages]) =>
    passages.map((passage) => ({
      chunk_id: passage.chunkId,
      doc_key: docKey,
      index: passage.index,
      passage,
      sealed: null,
    })),
  );
  return rows.filter(({ index }) => index > after).slice(0, most);
};

/** The server's search over passages in memory: the same interpretation, retrieval and ranking, without tables. */
export const searchPassages = (documents: ReadonlyMap<string, readonly Passage[]>): WarmableSearch => {
  const database: Database = {
    kind: 'embedded',
    query: async (text, values = []) => rowsOf(documents, text, values),
    exclusive: unused,
    execute: unused,
    transaction: unused,
    reserved: unused,
    listen: unused,
    close: async () => {},
  };
  return createKnowledgeSearch({
    database,
    readModels: { locate: async () => ({ generation: 1, position: 1 }) },
    eventStore: { head: async () => 1 },
    sealer: {
      keysOf: async () => ({ has: () => true, seal: unused, open: unused }),
      onDestroyed: () => () => {},
    },
    blobs: {
      get: async (docKey) => {
        const texts = (documents.get(docKey) ?? []).map((passage) => embeddingTextOf(passage));
        const { vectors } = await embedder.embedPassages(texts, { phi: false });
        return encodeEmbeddings(vectors);
      },
    },
    vectors: {
      check: async () => {},
      holdsGeneration: async () => true,
      keepGenerations: async () => {},
      createGeneration: async () => {},
      putDocument: async () => {},
      count: async () => 0,
      countOf: async () => new Map(),
      // All vectors are stored with the words, like those of documents that no index may receive.
      search: async () => [],
    },
    embedders: { configured: embedder, all: [embedder] },
    modelOf: async () => embedder.model,
    dictionary,
    clock: systemClock,
    logger: silentLogger,
    metrics: silentMetrics,
    // The load of the machine must not affect the results.
    stageTimeout: 600_000,
  });
};
