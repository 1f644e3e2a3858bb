import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CountServices, countIndex } from '../../../projections/search/count-index.ts';
import { createSearchExaminer } from '../../../projections/search/examine-search.ts';
import { embedded, type TestDatabase } from '../../support/databases.ts';

const schema = 'search_g2';

describe('counting the passages of an index without vectors', () => {
  let opened: TestDatabase;
  /** The vectors of each generation of the index, by document. */
  let held: Map<string, Map<string, number>>;
  /** Vectors in a sealed file, by its digest. */
  let sealed: Map<string, number>;

  beforeEach(async () => {
    opened = await embedded.open();
    held = new Map(['search_g1', schema].map((name) => [name, new Map()]));
    sealed = new Map();
    for (const name of ['search_g1', schema])
      await opened.database.execute(`
        create schema ${name};
        create table ${name}.documents (doc_key text primary key, version integer, changed_at bigint);
        create table ${name}.passages (doc_key text, version integer, index integer, live boolean, passage json, sealed text);
        create table ${name}.sealed_vectors (doc_key text primary key, blob text, dimensions integer);`);
  });
  afterEach(() => opened.dispose());

  const addDocument = async (
    docKey: string,
    changedAt: number,
    { vectors, isSealed = false }: { readonly vectors: number; readonly isSealed?: boolean },
    to = schema,
  ): Promise<void> => {
    const { database } = opened;
    await database.query(`insert into ${to}.documents values ($1, 1, $2)`, [docKey, changedAt]);
    for (let n = 0; n < 2; n += 1)
      await database.query(`insert into ${to}.passages values ($1, 1, 0, true, $2, $3)`, [
        docKey,
        isSealed ? null : '{}',
        isSealed ? 'sealed' : null,
      ]);
    if (isSealed && vectors > 0) {
      await database.query(`insert into ${to}.sealed_vectors values ($1, $1, 8)`, [docKey]);
      sealed.set(docKey, vectors);
    } else held.get(to)?.set(docKey, vectors);
  };
  const servicesOf = (): CountServices => ({
    database: opened.database,
    vectors: {
      count: async (generation) =>
        [...(held.get(generation)?.values() ?? [])].reduce((sum, vectors) => sum + vectors, 0),
      countOf: async (generation, docKeys) =>
        new Map(docKeys.map((docKey) => [docKey, { held: held.get(generation)?.get(docKey) ?? 0 }])),
    },
    vectorsInBlob: async (blob) => sealed.get(blob),
    withholdsPhi: async () => false,
    readWords: async () => ({ passages: 0, home: 'memory', written: 0, waiting: 0 }),
  });
  const lacking = async (upTo?: number, of = schema): Promise<number> =>
    (await countIndex(servicesOf(), of, upTo)).lacking;

  it('covers every document when no position is given', async () => {
    await addDocument('whole', 5, { vectors: 2 });
    await addDocument('half', 9, { vectors: 1 });
    await addDocument('phi', 9, { vectors: 0, isSealed: true });
    expect(await lacking()).toBe(3);
  });

  it('excludes documents changed after the position, plain or sealed', async () => {
    await addDocument('half', 5, { vectors: 1 });
    await addDocument('phi', 5, { vectors: 1, isSealed: true });
    await addDocument('late', 6, { vectors: 0 });
    await addDocument('late-phi', 6, { vectors: 0, isSealed: true });
    expect(await lacking(5)).toBe(2);
    expect(await lacking(6)).toBe(6);
  });

  describe('when a new generation is examined', () => {
    const examine = (completeTo?: number) =>
      createSearchExaminer({
        database: opened.database,
        openSearch: () => ({
          search: () => Promise.reject(new Error('No search is made in this test.')),
          close: () => {},
        }),
        readQuestions: () => [{ docKey: 'never-added', question: 'adrenaline dose' }],
        countMissingVectors: (name, upTo) => lacking(upTo, name),
      })(
        {
          live: { generation: 1, position: 9 },
          next: { generation: 2, position: 9, ...(completeTo === undefined ? {} : { completeTo }) },
        },
        new AbortController().signal,
      );

    it('a document still waiting for its vectors from the new model is not a loss', async () => {
      await addDocument('late', 8, { vectors: 0 });
      expect(await examine(7)).toMatchObject({ outcome: 'not_made' });
    });

    it('a document that should have its vectors by now is a loss', async () => {
      await addDocument('late', 8, { vectors: 0 });
      expect(await examine(8)).toMatchObject({ outcome: 'lost', lacking: { before: 0, after: 2 } });
      expect(await examine()).toMatchObject({ outcome: 'lost', lacking: { before: 0, after: 2 } });
    });

    it('a late document without vectors in the live generation does not offset a loss', async () => {
      await addDocument('late', 9, { vectors: 0 }, 'search_g1');
      await addDocument('old', 8, { vectors: 0 });
      expect(await examine(8)).toMatchObject({ outcome: 'lost', lacking: { before: 0, after: 2 } });
    });
  });
});
