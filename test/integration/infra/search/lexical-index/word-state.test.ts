import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentSubject } from '../../../../../domain/privacy/data-subject.ts';
import { chunkIdOf } from '../../../../../domain/retrieval/passage.ts';
import { wordsOfIndex } from '../../../../../infra/observability/doctor/checks/words.ts';
import { chooseLexicalStorage } from '../../../../../infra/search/lexical-index/choose-lexical-storage.ts';
import { createWordStateReader } from '../../../../../infra/search/lexical-index/read-word-state.ts';
import { createRowSealer } from '../../../../../infra/storage/key-vault/row-sealer.ts';
import type { Generation } from '../../../../../ports/generations.ts';
import { openCorpusTables } from '../../../../support/corpus-tables.ts';
import { embedded, type TestDatabase } from '../../../../support/databases.ts';
import { createInMemoryKeyVault } from '../../../../support/in-memory-key-vault.ts';
import { givenPassage } from '../../../../unit/domain/retrieval/given-passages.ts';

describe("the doctor's check of words", () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await embedded.open();
  });
  afterAll(() => opened.dispose());

  const passages = (docKey: string, howMany: number) =>
    Array.from({ length: howMany }, (_, index) =>
      givenPassage({ docKey, index, chunkId: chunkIdOf(docKey, 1, index) }),
    );
  const examine = async (live: number | undefined) => {
    const services = {
      database: opened.database,
      generations: {
        list: async () =>
          live === undefined
            ? []
            : [{ generation: live, state: 'live', definitionVersion: 1, position: 0 } as Generation],
      },
      choice: 'auto',
      storedFrom: 3,
    } as const;
    const readWordState = createWordStateReader(services, chooseLexicalStorage(services));
    const options = { deep: false, repair: false, grace: 0 };
    const found = await Array.fromAsync(wordsOfIndex({ readWordState }).run(options, AbortSignal.any([])));
    return found.map((one) => (one.kind === 'finding' ? `${one.severity}: ${one.message}` : ''));
  };

  it('reports that there are enough passages for tables as soon as they exist, before any restart', async () => {
    expect(await examine(undefined)).toEqual(['ok: There is no search index yet.']);
    const tables = await openCorpusTables(opened.database, 'memory', { generation: 1 });
    await tables.publish('one', 1, { passages: passages('one', 2) });
    expect(await examine(1)).toEqual(['ok: Words of 2 passages in the memory of each node.']);
    await tables.publish('two', 1, { passages: passages('two', 1) });
    expect(await examine(1)).toEqual([
      'warning: Words of 3 passages in the memory of each node: this many belong in tables, which requires a new generation.',
    ]);
  });

  it('distinguishes passages in tables from pending and sealed ones, and finds surplus ones', async () => {
    const tables = await openCorpusTables(opened.database, 'stored', {
      generation: 2,
      sizes: { unit: 3, fanIn: 2 },
    });
    await tables.publish('one', 1, { passages: passages('one', 4) });
    const keys = await createRowSealer(createInMemoryKeyVault()).keysOf([documentSubject('note')], 'make');
    await tables.publish('note', 1, { passages: passages('note', 2), keys });
    const [finding] = await examine(2);
    expect(finding).toMatch(
      /^ok: Words of 6 passages: (4 in tables, 0|0 in tables, 4) that wait to be written, 2 in memory alone/,
    );
    await opened.database.query(`delete from search_g2.passages where chunk_id = $1`, [
      chunkIdOf('one', 1, 0),
    ]);
    expect((await examine(2))[0]).toMatch(/^warning: .*The tables contain more than searches can find\.$/);
  });
});
