import { systemClock } from '../../infra/installation/system-clock.ts';
import { readWordsOf } from '../../infra/search/lexical-index/read-word-state.ts';
import { createVectorsInBlob } from '../../infra/storage/sealed-blobs/vectors-in-blob.ts';
import { embedderOf } from '../../ports/embedders.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import { type CountServices, countIndex } from '../../projections/search/count-index.ts';
import {
  createKnowledgeSearch,
  type WarmableSearch,
} from '../../projections/search/create-knowledge-search.ts';
import {
  createSearchCheck,
  createSearchExaminer,
  type ExaminerServices,
  type GenerationSearch,
} from '../../projections/search/examine-search.ts';
import type { KnowledgeSearchServices } from '../../projections/search/knowledge-search-services.ts';
import {
  createIndexHealthReader,
  type IndexHealthReader,
} from '../../projections/search/read-index-health.ts';
import type { Indexes } from './open-indexes.ts';
import { openLexical } from './open-lexical.ts';
import type { Stores } from './open-stores.ts';
import type { WriteSide } from './open-write-side.ts';

/**
 * Opens searches of single generations. Uses the live search if this process holds that generation; for any other, the
 * words are loaded until the search is closed.
 */
const openGenerationSearch =
  (serving: WarmableSearch, services: KnowledgeSearchServices) =>
  (generation: number, position: number): GenerationSearch => {
    const search = createKnowledgeSearch({
      ...services,
      readModels: { locate: async () => ({ generation, position }) },
    });
    return {
      search: async (request) => {
        // `after: 1` accepts any progress of the index instead of waiting for it.
        const answer =
          serving.heldGeneration() === generation
            ? await serving.search({ ...request, after: 1 })
            : undefined;
        return answer?.index.generation === generation ? answer : search.search({ ...request, after: 1 });
      },
      close: search.close,
    };
  };

/** Measures the quality of the generations of the index. */
export type Examiner = {
  /** Reads the health of the stored index generations. */
  readonly readIndexHealth: IndexHealthReader;
  /** Asks index generations the known questions. */
  readonly examine: ReturnType<typeof createSearchExaminer>;
  readonly check: ReturnType<typeof createSearchCheck>;
};

/** Wires the examiner, which asks the index known questions and counts its content. Its searches are in no metric. */
export const wireExaminer = (
  search: WarmableSearch,
  searchServices: KnowledgeSearchServices,
  { embedders, modelOf, vectorIndex, lexicalServices }: Indexes,
  { storage, settings }: Stores & WriteSide,
): Examiner => {
  const { database } = storage.connection;
  const countServices: CountServices = {
    database,
    vectors: vectorIndex.vectors,
    vectorsInBlob: createVectorsInBlob(storage.blobs),
    withholdsPhi: async (schema) =>
      embedderOf(embedders, await modelOf(schema))?.model.leavesThePremises ?? false,
    readWords: (schema) => readWordsOf(database, schema),
  };
  const examinerServices: ExaminerServices = {
    database,
    openSearch: openGenerationSearch(search, {
      ...searchServices,
      metrics: silentMetrics,
      openIndex: openLexical({ ...lexicalServices, metrics: silentMetrics }).openIndex,
    }),
    readQuestions: () => settings.current().selfCheckQuestions ?? [],
    countMissingVectors: async (schema, upTo) => (await countIndex(countServices, schema, upTo)).lacking,
  };
  return {
    readIndexHealth: createIndexHealthReader({ ...countServices, elapsed: systemClock.elapsed }),
    examine: createSearchExaminer(examinerServices),
    check: createSearchCheck(examinerServices),
  };
};
