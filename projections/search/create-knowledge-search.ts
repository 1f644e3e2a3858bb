import type { Position } from '../../domain/kernel/event.ts';
import { explainMissingNumbers } from '../../domain/retrieval/query/explain-missing-numbers.ts';
import { withVariations } from '../../domain/retrieval/query/query-variations.ts';
import { vocabularyWithoutCorpus } from '../../domain/retrieval/query/query-vocabulary.ts';
import type { DocumentFinder } from '../../ports/document-finder.ts';
import type {
  KnowledgeSearch,
  SearchOutcome,
  SearchRequest,
  SearchResult,
} from '../../ports/knowledge-search.ts';
import type { CorpusIndex } from '../../ports/lexical-index.ts';
import { generationSchema } from '../runner/projection-definition.ts';
import { belowThreshold } from './below-threshold.ts';
import { createCorpusLookups } from './corpus-lookups.ts';
import { findOrRecall } from './find-or-recall.ts';
import type { KnowledgeSearchServices } from './knowledge-search-services.ts';
import { narrowedToSpecialty, specialtyRemarks, withSpecialtiesFirst } from './narrow-to-specialty.ts';
import type { SearchStages } from './prepared-search.ts';
import { createResidentIndex } from './resident-index.ts';
import { SEARCH_PROJECTION } from './search-projection.ts';
import type { FoundPassages } from './search-result-cache.ts';
import { allSteps, type SearchSteps } from './search-steps.ts';

/**
 * The longest time, in milliseconds, that a search without a position waits for earlier writes: a caller who sees a
 * job complete finds its document. An index that lags further responds as it is.
 */
const FRESHNESS_PATIENCE = 1000;

const weakMatch =
  'The results match the question only weakly and may be about something else. Try other words, or name the drug, condition or protocol number.';

const weaknessOf = ([best]: readonly SearchResult[]): readonly string[] => (best?.weak ? [weakMatch] : []);

/** A search that can be loaded before the first question, and whose steps can be replaced. */
export type WarmableSearch = KnowledgeSearch & {
  readonly findDocuments: DocumentFinder;
  readonly warm: () => Promise<void>;
  /** The number of documents found only by words because their vectors are unreadable; undefined before loading. */
  readonly missingVectorCount: () => number | undefined;
  /** The generation loaded in this process; undefined before loading. */
  readonly heldGeneration: () => number | undefined;
  /** Stops background work. */
  readonly close: () => void;
  /** Results are cached regardless of the steps, so replace steps only in a search without a cache. */
  readonly searchBy: (steps: Partial<SearchSteps>, request: SearchRequest) => Promise<SearchOutcome>;
};

/** The found passages in their current state: those withdrawn during the search are omitted. */
const withPassages = (index: CorpusIndex, { results }: FoundPassages): Promise<readonly SearchResult[]> =>
  index.ask(
    (corpus) =>
      results.flatMap(({ chunkId, ...result }): readonly SearchResult[] => {
        const passage = corpus.passage(chunkId);
        return passage ? [{ passage, ...result }] : [];
      }),
    () => ({ chunkIds: results.map(({ chunkId }) => chunkId), terms: [] }),
  );

/**
 * The remark about requested numbers that no found document has. What the found passages lack, another passage of
 * their documents may have: all are read before it is made.
 */
const missingNumbers = async (
  interpretation: SearchOutcome['interpretation'],
  found: readonly SearchResult[],
  index: CorpusIndex,
): Promise<readonly string[]> => {
  const passages = found.map(({ passage }) => passage);
  if (explainMissingNumbers(interpretation, passages).length === 0) return [];
  const documents = new Map(passages.map(({ docKey, version }) => [docKey, version] as const));
  const whole = await Promise.all(
    [...documents].map(([docKey, version]) => index.wholeDocument(docKey, version)),
  );
  return explainMissingNumbers(interpretation, [...passages, ...whole.flat()]);
};

/**
 * Searches the live documents by meaning and by words in parallel, in all wordings of the question, and fuses the
 * results. When one of the two fails or takes too long, the other responds alone and the outcome reports that; when
 * both fail, the search fails.
 */
export const createKnowledgeSearch = (services: KnowledgeSearchServices): WarmableSearch => {
  const { clock, logger, metrics, readModels } = services;
  const timeout = services.stageTimeout ?? 5000;
  const plainVocabulary = vocabularyWithoutCorpus(services.dictionary);
  const lookups = createCorpusLookups({ logger, timeout, plainVocabulary });
  const stages: SearchStages = { services, timeout, lookups, plainVocabulary };
  const resident = createResidentIndex(services);

  /** The index for a request, at the position that it requires. */
  const indexFor = async (
    after: Position | undefined,
  ): Promise<{ readonly index: CorpusIndex; readonly position: Position }> => {
    const { generation, position } =
      after === undefined || after === 0
        ? await readModels.locate(SEARCH_PROJECTION, await services.eventStore.head(), FRESHNESS_PATIENCE)
        : await readModels.locate(SEARCH_PROJECTION, after);
    const index = await resident.of(generation);
    await index.reach(position);
    return { index, position };
  };

  const reachNewest = async (): Promise<CorpusIndex> => {
    const { generation, position } = await readModels.locate(SEARCH_PROJECTION);
    const index = await resident.of(generation);
    await index.reach(position);
    return index;
  };

  const searchBy: WarmableSearch['searchBy'] = async (replaced, request) => {
    const steps = { ...allSteps, ...replaced };
    const started = clock.elapsed();
    const { index, position } = await indexFor(request.after);
    const { generation } = index;
    const model = await services.modelOf(generationSchema(SEARCH_PROJECTION, generation));
    const read = await lookups.readQuestion(request.query, index, steps);
    const interpretation = withSpecialtiesFirst(
      withVariations(read.interpretation, request.variations ?? 'auto'),
      request,
    );
    const filters = narrowedToSpecialty(interpretation, request);
    const narrowed = await lookups.narrow(filters, index);
    const { found, cached } = await findOrRecall(stages, {
      request: { ...request, filters },
      narrowed,
      reading: { ...read, interpretation },
      index,
      model,
      steps,
    });
    const all = await withPassages(index, found);
    const { threshold = 0 } = request;
    const results = all.filter(({ score }) => score >= threshold);
    const remarks =
      all.length === 0
        ? await lookups.explain(narrowed, index)
        : [...belowThreshold(all, threshold), ...weaknessOf(results)];
    const milliseconds = Math.round((clock.elapsed() - started) * 100) / 100;
    metrics.observe('anamnesis_search_seconds', milliseconds / 1000, { cached: cached ? 'true' : 'false' });
    return {
      results,
      interpretation,
      filters,
      sources: found.sources,
      warnings: [
        ...specialtyRemarks(interpretation, request),
        ...narrowed.warnings,
        ...(await missingNumbers(interpretation, all, index)),
        ...remarks,
      ],
      cached,
      milliseconds,
      index: { generation, position, model: model.name },
    };
  };

  return {
    warm: async () => {
      await reachNewest();
    },
    missingVectorCount: () => resident.current()?.missingVectorCount(),
    heldGeneration: () => resident.current()?.generation,
    close: resident.close,
    search: (request) => searchBy({}, request),
    searchBy,
    findDocuments: async (passes) => {
      const index = await reachNewest();
      const found: string[] = [];
      for await (const passage of index.documents()) if (passes(passage)) found.push(passage.docKey);
      return found;
    },
    wholeDocument: async (docKey, version) =>
      (await resident.current()?.wholeDocument(docKey, version)) ?? [],
  };
};
