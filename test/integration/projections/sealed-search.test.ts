import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeEmbeddings } from '../../../domain/knowledge/embedding-blob.ts';
import { documentSubject } from '../../../domain/privacy/data-subject.ts';
import { createLocalEmbedder } from '../../../infra/models/embedding/local-embedder.ts';
import { createRowSealer } from '../../../infra/storage/key-vault/row-sealer.ts';
import { createInMemoryKeyVault } from '../../support/in-memory-key-vault.ts';
import { openSearchOnTables, type SearchOnTables } from '../../support/search-on-tables.ts';
import { givenPassage } from '../../unit/domain/retrieval/given-passages.ts';

const text = 'John Miller had a bronchospasm and was given albuterol.';
const note = givenPassage({ docKey: 'note-1', title: 'Note', text, phi: true, sourceType: 'note' });
const protocol = givenPassage({ docKey: 'protocol-1', title: 'Burns', text: 'Cool the burn with water.' });
const subject = documentSubject('note-1');

describe('a document that holds PHI', () => {
  let tables: SearchOnTables;
  beforeAll(async () => {
    tables = await openSearchOnTables();
  });
  afterAll(() => tables.dispose());

  const open = async () => {
    Object.assign(tables.state, { position: 0, generation: 1, dense: async () => [] });
    await tables.createTables();
    const vault = createInMemoryKeyVault();
    const sealer = createRowSealer(vault);
    await tables.put('protocol-1', protocol);
    await tables.putSealed(note, await sealer.keysOf([subject], 'make'));
    const { vectors } = await createLocalEmbedder().embedPassages([text]);
    const { search } = tables.openSearch({
      sealer,
      blobs: { get: async () => encodeEmbeddings(vectors) },
    });
    return {
      vault,
      foundByMeaning: async (query: string) =>
        (await search({ query, filters: {}, limit: 5 })).sources.find(({ source }) => source === 'dense')
          ?.found,
      find: async (query: string, filters = {}) =>
        (await search({ query, filters, limit: 5 })).results.map(({ passage }) => passage.docKey),
    };
  };

  it('is found by words and by meaning, although neither is stored in a table', async () => {
    const { find, foundByMeaning } = await open();
    expect(await find('Miller albuterol')).toEqual(['note-1']);
    // The vector index has no document here.
    expect(await foundByMeaning('Miller albuterol')).toBe(1);
    expect(await find('bronchospasm', { sourceType: ['protocol'] })).toEqual([]);
  });

  it('leaves memory as soon as its key is destroyed, before any row has changed', async () => {
    const { find, vault } = await open();
    expect(await find('Miller albuterol')).toEqual(['note-1']);
    await vault.destroy(subject);
    expect(await find('Miller albuterol bronchospasm')).toEqual([]);
    expect(await find('burn water')).toEqual(['protocol-1']);
  });
});
