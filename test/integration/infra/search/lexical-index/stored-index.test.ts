import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchFilters } from '../../../../../domain/retrieval/search-filters.ts';
import { createEnglishDictionary } from '../../../../../infra/reading/language/english-dictionary.ts';
import { createStoredIndex } from '../../../../../infra/search/lexical-index/stored-index.ts';
import { createRowSealer } from '../../../../../infra/storage/key-vault/row-sealer.ts';
import type { Database } from '../../../../../ports/database.ts';
import type { CorpusIndex } from '../../../../../ports/lexical-index.ts';
import { SEARCH_PROJECTION } from '../../../../../projections/search/search-projection.ts';
import { openCorpusTables } from '../../../../support/corpus-tables.ts';
import { embedded, type TestDatabase } from '../../../../support/databases.ts';
import { createInMemoryKeyVault } from '../../../../support/in-memory-key-vault.ts';
import { givenPassage } from '../../../../unit/domain/retrieval/given-passages.ts';

/** A database that runs an action once, after it has read the matches and before it answers. */
const meanwhile = (database: Database, isMeant: (sql: string) => boolean) => {
  let then: (() => Promise<void>) | undefined;
  const delayed: Database = {
    ...database,
    query: async (sql, values) => {
      const rows = await database.query(sql, values);
      const work = isMeant(sql) ? then : undefined;
      if (work) {
        then = undefined;
        await work();
      }
      return rows;
    },
  };
  return {
    database: delayed,
    do: (work: () => Promise<void>): void => {
      then = work;
    },
  };
};

const wording = { terms: [{ term: 'oxygen', weight: 1 }], protocolNumbers: [] };
const north: SearchFilters = { agency: ['North'] };

describe('a look-up in tables while a document goes live', () => {
  let opened: TestDatabase;
  let generation = 0;

  beforeAll(async () => {
    opened = await embedded.open();
  });
  afterAll(() => opened.dispose());

  const openCorpus = async (isMeant: (sql: string) => boolean, unit: number) => {
    generation += 1;
    const tables = await openCorpusTables(opened.database, 'stored', {
      generation,
      sizes: { unit, fanIn: 4 },
    });
    const late = meanwhile(opened.database, isMeant);
    const index: CorpusIndex = createStoredIndex(
      {
        database: late.database,
        sealer: createRowSealer(createInMemoryKeyVault()),
        blobs: { get: () => Promise.reject(new Error('No document in this test is sealed.')) },
        dictionary: createEnglishDictionary(),
      },
      SEARCH_PROJECTION,
      generation,
    );
    const publish = async (docKey: string, text: string): Promise<void> => {
      await tables.publish(docKey, 1, { passages: [givenPassage({ docKey, text, agency: 'North' })] });
      await index.reach(tables.position());
    };
    const found = async (): Promise<readonly string[]> => {
      const [hits = []] = await index.search([wording], 10, north);
      return hits.map(({ chunkId }) => chunkId.split('@')[0] ?? '').sort();
    };
    return { index, publish, found, meanwhile: late.do };
  };
  const looksUpFilters = (sql: string): boolean => /select doc_key from \(select \*/.test(sql);

  it('omits no document from a filtered search that begins after it went live', async () => {
    const corpus = await openCorpus(looksUpFilters, 1);
    await corpus.publish('first', 'Give oxygen.');
    corpus.meanwhile(() => corpus.publish('second', 'Give more oxygen.'));
    await corpus.found();
    expect(await corpus.found()).toEqual(['first', 'second']);
  });

  it('loses no document that moves from memory to the tables during a search', async () => {
    const corpus = await openCorpus(looksUpFilters, 2);
    await corpus.publish('held', 'Give oxygen.');
    // Forms a segment with the other one.
    corpus.meanwhile(() => corpus.publish('other', 'Give more oxygen.'));
    expect(await corpus.found()).toContain('held');
    expect(await corpus.found()).toEqual(['held', 'other']);
  });

  it('keeps finding the neighbor of a misspelt word that arrived during a look-up', async () => {
    const corpus = await openCorpus((sql) => /lexical_words/.test(sql), 1);
    const near = () => corpus.index.ask(({ vocabulary }) => vocabulary.wordsNear('quixotri', 1));
    await corpus.publish('first', 'Give oxygen.');
    corpus.meanwhile(async () => {
      await corpus.publish('second', 'Quixotry is treated with oxygen.');
      await corpus.publish('third', 'Quixotry again.');
      await corpus.publish('fourth', 'Quixotry once more.');
    });
    await near();
    expect((await near()).map(({ word }) => word)).toEqual(['quixotry']);
  });
});
