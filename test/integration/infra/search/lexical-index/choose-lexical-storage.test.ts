import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkIdOf } from '../../../../../domain/retrieval/passage.ts';
import { chooseLexicalStorage } from '../../../../../infra/search/lexical-index/choose-lexical-storage.ts';
import type { Generation } from '../../../../../ports/generations.ts';
import { openCorpusTables } from '../../../../support/corpus-tables.ts';
import { embedded, type TestDatabase } from '../../../../support/databases.ts';
import { givenPassage } from '../../../../unit/domain/retrieval/given-passages.ts';

describe('the default storage of words', () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await embedded.open();
  });
  afterAll(() => opened.dispose());

  const homeBeside = (live: number | undefined, choice: 'auto' | 'memory' | 'stored' = 'auto') =>
    chooseLexicalStorage({
      database: opened.database,
      generations: {
        list: async () =>
          live === undefined
            ? []
            : [{ generation: live, state: 'live', definitionVersion: 1, position: 0 } as Generation],
      },
      choice,
      storedFrom: 3,
    })();
  const passages = (docKey: string) =>
    [0, 1].map((index) => givenPassage({ docKey, index, chunkId: chunkIdOf(docKey, 1, index) }));

  it('is memory for few passages, tables for many, and tables from then on', async () => {
    expect(await homeBeside(undefined)).toBe('memory');
    const small = await openCorpusTables(opened.database, 'memory', { generation: 1 });
    await small.publish('one', 1, { passages: passages('one') });
    expect(await homeBeside(1)).toBe('memory');
    await small.publish('two', 1, { passages: passages('two') });
    expect(await homeBeside(1)).toBe('stored');
    // The current passages count, not former ones.
    await small.withdraw('two');
    expect(await homeBeside(1)).toBe('memory');

    await openCorpusTables(opened.database, 'stored', { generation: 2 });
    expect(await homeBeside(2)).toBe('stored');
    expect(await homeBeside(2, 'memory')).toBe('memory');
    expect(await homeBeside(undefined, 'stored')).toBe('stored');
  });
});
