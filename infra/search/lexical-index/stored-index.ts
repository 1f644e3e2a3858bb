import { randomInt } from 'node:crypto';
import type { Dictionary } from '../../../domain/language/dictionary.ts';
import type { LexicalHit } from '../../../domain/retrieval/lexical/lexical-hit.ts';
import { createLexicalIndex } from '../../../domain/retrieval/lexical/lexical-index.ts';
import type { CorpusIndex } from '../../../ports/lexical-index.ts';
import { beginTimeSlice } from '../../../ports/time-slice.ts';
import { generationSchema } from '../../../projections/runner/projection-definition.ts';
import {
  createResidentDocuments,
  type ResidentServices,
} from '../../../projections/search/resident-documents.ts';
import { createCatchUp } from './catch-up.ts';
import { lexicalKeys } from './lexical-keys.ts';
import { beginLookup } from './lookup.ts';
import { createLookupCaches } from './lookup-caches.ts';
import { readUntilComplete, restartOnChange } from './read-consistently.ts';
import { createWordingSearch } from './search-wording.ts';
import { createSegmentView } from './segment-view.ts';
import { createLiveCounter, type StoredCorpus } from './stored-corpus.ts';
import { createStoredCorpusView } from './stored-corpus-view.ts';
import { listDocuments, readWholeDocument } from './stored-documents.ts';
import { createStoredWords } from './stored-words.ts';
import { withBoundedLookups } from './with-bounded-lookups.ts';

export type StoredIndexServices = ResidentServices & {
  readonly dictionary: Dictionary;
  /** Bytes of postings cached between searches. */
  readonly postingBytes?: number;
};

/**
 * The live passages of a generation whose words are in tables. Memory holds the sealed documents, whose words
 * are in no table, the documents waiting to be written, and the locations of all other passages. Postings and
 * passages are fetched on demand and cached within a limit.
 */
export const createStoredIndex = (
  services: StoredIndexServices,
  projection: string,
  generation: number,
): CorpusIndex => {
  const corpus: StoredCorpus = {
    database: withBoundedLookups(services.database),
    metrics: services.metrics,
    schema: generationSchema(projection, generation),
    memory: createLexicalIndex(services.dictionary, { isPartOfCorpus: true, seed: randomInt(2 ** 31) }),
    caches: createLookupCaches(services.postingBytes),
    view: createSegmentView(),
    epoch: -1,
    countLive: createLiveCounter(),
  };
  const residents = createResidentDocuments(services, corpus.schema, corpus.memory);
  const catchUp = createCatchUp(corpus, residents);
  const searchWording = createWordingSearch(corpus);

  const onSegments = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
    restartOnChange(work, () => catchUp.run(catchUp.reached()));
  const begin = () => beginLookup(corpus.view, corpus.caches.changes());

  const ask: CorpusIndex['ask'] = (read, lookedUp) =>
    onSegments(async () => {
      const lookup = begin();
      if (lookedUp) {
        const { chunkIds, terms } = lookedUp();
        await readUntilComplete(corpus, lookup, () => {
          const { passage } = createStoredCorpusView(corpus, lookup);
          const { postingsOf } = createStoredWords(corpus, lookup);
          for (const chunkId of chunkIds) passage(chunkId);
          for (const term of terms) postingsOf(lexicalKeys.term(term));
        });
      }
      return readUntilComplete(corpus, lookup, () => read(createStoredCorpusView(corpus, lookup)));
    });

  const search: CorpusIndex['search'] = (wordings, limit, filters, only) =>
    onSegments(async () => {
      const lookup = begin();
      const slice = beginTimeSlice();
      const found: (readonly LexicalHit[])[] = [];
      await readUntilComplete(corpus, lookup, () => {
        const { postingsOf } = createStoredWords(corpus, lookup);
        for (const { terms } of wordings) for (const { term } of terms) postingsOf(lexicalKeys.term(term));
      });
      for (const wording of wordings) {
        found.push(
          await readUntilComplete(corpus, lookup, () =>
            searchWording(wording, { limit, filters, only }, lookup),
          ),
        );
        if (slice.isOver()) await slice.yield();
      }
      return found;
    });

  return {
    generation,
    ask,
    search,
    documents: () => listDocuments(corpus),
    wholeDocument: (docKey, version) => readWholeDocument(corpus, docKey, version),
    nearestSealed: residents.sealedVectors.nearest,
    missingVectorCount: residents.awaitedVectors.count,
    close: residents.awaitedVectors.close,
    forgetErased: () => {
      catchUp.noteDestruction();
      corpus.caches.forgetTexts();
      return residents.forgetErased();
    },
    reached: catchUp.reached,
    version: catchUp.version,
    reach: async (position) => {
      while (catchUp.reached() < position) await catchUp.run(position);
    },
  };
};
