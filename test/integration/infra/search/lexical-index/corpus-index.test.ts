import { createEnglishDictionary } from '../../../../../infra/reading/language/english-dictionary.ts';
import { createStoredIndex } from '../../../../../infra/search/lexical-index/stored-index.ts';
import type { Database } from '../../../../../ports/database.ts';
import type { RowSealer } from '../../../../../ports/row-sealer.ts';
import { createInMemoryIndex } from '../../../../../projections/search/in-memory-index.ts';
import { SEARCH_PROJECTION } from '../../../../../projections/search/search-projection.ts';
import { describeCorpusIndex } from '../../../../contract/corpus-index.contract.ts';
import { databaseKinds } from '../../../../support/databases.ts';

const servicesOf = (database: Database, sealer: RowSealer) => ({
  database,
  sealer,
  blobs: { get: () => Promise.reject(new Error('No vector in this test is sealed.')) },
  dictionary: createEnglishDictionary(),
});

for (const kind of databaseKinds) {
  describeCorpusIndex(`in tables of ${kind.name}`, kind.open, {
    home: 'stored',
    open: async (database, sealer, generation) =>
      createStoredIndex(servicesOf(database, sealer), SEARCH_PROJECTION, generation),
  });
}
const [first] = databaseKinds;
if (first)
  describeCorpusIndex('in memory', first.open, {
    home: 'memory',
    open: async (database, sealer, generation) =>
      createInMemoryIndex(servicesOf(database, sealer), SEARCH_PROJECTION, generation),
  });
