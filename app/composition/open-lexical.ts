import {
  type ChoiceServices,
  chooseLexicalStorage,
} from '../../infra/search/lexical-index/choose-lexical-storage.ts';
import { createLexicalTables, lexicalStorageOf } from '../../infra/search/lexical-index/lexical-tables.ts';
import { createWordStateReader, type WordState } from '../../infra/search/lexical-index/read-word-state.ts';
import {
  createStoredIndex,
  type StoredIndexServices,
} from '../../infra/search/lexical-index/stored-index.ts';
import type { CorpusIndex } from '../../ports/lexical-index.ts';
import type { LexicalTables } from '../../ports/lexical-tables.ts';
import { generationSchema } from '../../projections/runner/projection-definition.ts';
import { createInMemoryIndex } from '../../projections/search/in-memory-index.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';

/** The writer and readers of the word index. */
export type Lexical = {
  readonly lexical: LexicalTables;
  /** Opens the index of a generation, in memory or in tables. */
  readonly openIndex: (generation: number) => Promise<CorpusIndex>;
  readonly readWordState: () => Promise<WordState | undefined>;
};

export type LexicalServices = StoredIndexServices & ChoiceServices;

export const openLexical = (services: LexicalServices): Lexical => ({
  lexical: createLexicalTables(services.database, chooseLexicalStorage(services)),
  readWordState: createWordStateReader(services, chooseLexicalStorage(services)),
  openIndex: async (generation) => {
    const schema = generationSchema(SEARCH_PROJECTION, generation);
    return (await lexicalStorageOf(services.database, schema)) === 'stored'
      ? createStoredIndex(services, SEARCH_PROJECTION, generation)
      : createInMemoryIndex(services, SEARCH_PROJECTION, generation);
  },
});
