import { describeError } from '../../domain/kernel/describe-error.ts';
import { unwrap } from '../../domain/kernel/failure.ts';
import { explainNothing } from '../../domain/retrieval/query/explain-nothing.ts';
import type { QueryInterpretation } from '../../domain/retrieval/query/query-interpretation.ts';
import type { QueryVocabulary } from '../../domain/retrieval/query/query-vocabulary.ts';
import {
  dependsOnDocuments,
  type ResolvedFilters,
  resolveDrugFilter,
} from '../../domain/retrieval/query/resolve-drug-filter.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import type { CorpusIndex } from '../../ports/lexical-index.ts';
import type { Logger } from '../../ports/logger.ts';
import type { SearchSteps } from './search-steps.ts';
import { createWordLookups } from './word-lookups.ts';

/** An interpreted question; `isByCorpus` is false when the corpus could not be consulted. */
export type Reading = { readonly interpretation: QueryInterpretation; readonly isByCorpus: boolean };

/** The corpus lookups of a search, each within a stage's time limit. */
export type CorpusLookups = {
  /** Words that may have to be fetched. Rejects with a Failure when they are not available in time. */
  readonly inTime: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** The same, or nothing when they are not available: the search continues without them. */
  readonly orWithout: <Value>(work: () => Promise<Value>) => Promise<Value | undefined>;
  readonly readQuestion: (
    query: string,
    index: CorpusIndex,
    steps: Pick<SearchSteps, 'interpret'>,
  ) => Promise<Reading>;
  /** A filter by a drug known only from the documents requires their words: without them the search is refused. */
  readonly narrow: (filters: SearchFilters, index: CorpusIndex) => Promise<ResolvedFilters>;
  /** Why nothing was found. */
  readonly explain: (narrowed: ResolvedFilters, index: CorpusIndex) => Promise<readonly string[]>;
};

type CorpusLookupsOptions = {
  readonly logger: Logger;
  /** Milliseconds. */
  readonly timeout: number;
  /** The vocabulary used when the words of the corpus are not available. */
  readonly plainVocabulary: QueryVocabulary;
};

export const createCorpusLookups = ({
  logger,
  timeout,
  plainVocabulary,
}: CorpusLookupsOptions): CorpusLookups => {
  const lookups = createWordLookups();
  const inTime: CorpusLookups['inTime'] = (work) => lookups.within(timeout, work);
  const orWithout: CorpusLookups['orWithout'] = async (work) => {
    try {
      return await inTime(work);
    } catch (error) {
      logger.warn(
        { reason: describeError(error).reason },
        'Terms could not be looked up in the index; the search continues without them.',
      );
      return undefined;
    }
  };

  return {
    inTime,
    orWithout,
    readQuestion: async (query, index, { interpret }) => {
      const byCorpus = await orWithout(() => index.ask(({ vocabulary }) => interpret(query, vocabulary)));
      return byCorpus
        ? { interpretation: byCorpus, isByCorpus: true }
        : { interpretation: interpret(query, plainVocabulary), isByCorpus: false };
    },
    narrow: async (filters, index) => {
      const resolve = () => index.ask((corpus) => resolveDrugFilter(filters, corpus));
      return unwrap(dependsOnDocuments(filters) ? await inTime(resolve) : await resolve());
    },
    explain: async (narrowed, index) =>
      (await orWithout(() => index.ask(({ isAnyPassing }) => explainNothing(narrowed, isAnyPassing)))) ?? [],
  };
};
