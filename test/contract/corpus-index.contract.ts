import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drugsNamed } from '../../domain/language/drugs-named.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { createLexicalIndex } from '../../domain/retrieval/lexical/lexical-index.ts';
import { lexicalQuery } from '../../domain/retrieval/lexical/lexical-query.ts';
import { chunkIdOf, type Passage } from '../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../domain/retrieval/query/interpret-query.ts';
import { resolveDrugFilter } from '../../domain/retrieval/query/resolve-drug-filter.ts';
import { rankPassages } from '../../domain/retrieval/ranking/rank-passages.ts';
import { termsOfRanking } from '../../domain/retrieval/ranking/terms-of-ranking.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import { createEnglishDictionary } from '../../infra/reading/language/english-dictionary.ts';
import { createRowSealer } from '../../infra/storage/key-vault/row-sealer.ts';
import type { Database } from '../../ports/database.ts';
import type { CorpusIndex } from '../../ports/lexical-index.ts';
import type { LexicalStorage } from '../../ports/lexical-tables.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import { type CorpusTables, openCorpusTables } from '../support/corpus-tables.ts';
import type { TestDatabase } from '../support/databases.ts';
import { createInMemoryKeyVault } from '../support/in-memory-key-vault.ts';
import { givenPassage } from '../unit/domain/retrieval/given-passages.ts';

type CorpusIndexHarness = {
  readonly home: LexicalStorage;
  readonly open: (database: Database, sealer: RowSealer, generation: number) => Promise<CorpusIndex>;
};

/** Frequent, rare and misspelled words, with numbers, drugs and concepts among them. */
const words = [
  ...'epinephrine midazolam zantac asthma seizure wheezing airway oxygen adults children'.split(' '),
  ...'give repeat dose 0.3 mg 5 min iv im contact base hospital lateral thigh blorvane blorvanes'.split(' '),
  ...'quixotry transport trauma splint fracture tourniquet bleeding shock 1219-p ref 834'.split(' '),
];
const word = fc.oneof(fc.constantFrom(...words), fc.constantFrom(...words.slice(0, 8)));
const sentence = fc.array(word, { minLength: 1, maxLength: 30 }).map((all) => `${all.join(' ')}.`);
const heading = fc.constantFrom(
  'TREATMENT',
  'Protocol 834 Bleeding',
  'Ref. No. 1219-P Asthma',
  'Dosing of adults',
);
const title = fc.constantFrom(
  '1219-P Asthma',
  'Seizure',
  '834.1 Trauma',
  'Ref 1203 Airway',
  'Shock in children',
  'RES-02 Asthma',
  'Protocol IV: Seizure',
  'Section 3, Protocol 12: Shock',
  'Trauma of adults – 5.1',
);
const passage = fc.record({ text: sentence, sectionPath: fc.array(heading, { maxLength: 2 }) });
const edit = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('publish' as const),
      document: fc.integer({ min: 0, max: 6 }),
      title,
      agency: fc.constantFrom('North', 'South'),
      passages: fc.array(passage, { minLength: 1, maxLength: 5 }),
      isSealed: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('withdraw' as const),
      document: fc.integer({ min: 0, max: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('erase' as const), document: fc.integer({ min: 0, max: 6 }) }),
  },
);
const question = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => all.join(' ')),
  fc.constantFrom(
    'protocol 1219p',
    'ref 834',
    'midazolan dose for seizre',
    'blorvanne',
    '1203',
    'what is 834.1',
    'res 2',
    'RES-09 asthma',
    'protocol iv',
    'section 3 protocol 12',
    '5.1',
    '5.9',
    'policy 6099 shock',
  ),
);
const filters: fc.Arbitrary<SearchFilters> = fc.constantFrom<SearchFilters>(
  {},
  {},
  { agency: ['North'] },
  { drug: ['epinephrine'] },
  { drug: ['Zantac', 'midazolam'], agency: ['South'] },
  { drug: ['blorvane'] },
  { protocolNumber: ['834.1'] },
  { title: ['asthma'] },
  { agency: ['nowhere'] },
);

/** The contract of both ways of storing a corpus: every hit and every look-up equals that of the pure index. */
export const describeCorpusIndex = (
  name: string,
  openDatabase: () => Promise<TestDatabase>,
  { home, open }: CorpusIndexHarness,
): void => {
  describe(`the words of a corpus: ${name}`, () => {
    const dictionary = createEnglishDictionary();
    let opened: TestDatabase;
    let generation = 0;

    beforeAll(async () => {
      opened = await openDatabase();
    });
    afterAll(() => opened.dispose());

    /** Tables that fill segments of a few passages, a node that follows them, and the pure index to compare with. */
    const openCorpus = async () => {
      const { database } = opened;
      const sealer = createRowSealer(createInMemoryKeyVault());
      generation += 1;
      const tables: CorpusTables = await openCorpusTables(database, home, {
        generation,
        sizes: { unit: 6, fanIn: 2 },
      });
      const versions = new Map<string, number>();
      const reference = createLexicalIndex(dictionary);
      return {
        tables,
        reference,
        openIndex: () => open(database, sealer, tables.generation),
        edit: async (one: typeof edit extends fc.Arbitrary<infer Edit> ? Edit : never): Promise<void> => {
          const docKey = `document-${one.document}`;
          if (one.kind !== 'publish') {
            if (!versions.has(docKey)) return;
            reference.removeDocument(docKey);
            await tables[one.kind](docKey);
            return;
          }
          const version = (versions.get(docKey) ?? 0) + 1;
          versions.set(docKey, version);
          const passages = one.passages.map(
            (given, index): Passage =>
              givenPassage({
                ...given,
                docKey,
                version,
                index,
                chunkId: chunkIdOf(docKey, version, index),
                title: one.title,
                protocolNumber: one.title.split(' ')[0],
                agency: one.agency,
                drugs: drugsNamed({ ...given, title: one.title }),
              }),
          );
          reference.putDocument(docKey, passages);
          await tables.publish(docKey, version, {
            passages,
            ...(one.isSealed ? { keys: await sealer.keysOf([documentSubject(docKey)], 'make') } : {}),
          });
        },
      };
    };

    const compare = async (
      index: CorpusIndex,
      reference: ReturnType<typeof createLexicalIndex>,
      asked: string,
      given: SearchFilters,
    ): Promise<void> => {
      const interpretation = await index.ask(({ vocabulary }) => interpretQuery(asked, vocabulary));
      expect(interpretation).toEqual(interpretQuery(asked, reference.vocabulary));
      const resolved = await index.ask((corpus) => resolveDrugFilter(given, corpus));
      expect(resolved).toEqual(resolveDrugFilter(given, reference));
      if (!resolved.ok) return;
      const { filters: narrowed, only } = resolved.value;
      const terms = lexicalQuery(interpretation);
      const wording = { terms, protocolNumbers: interpretation.protocolNumbers };
      const [hits = []] = await index.search([wording], 5, narrowed, only);
      expect(hits).toEqual(reference.search(wording, 5, narrowed, { only }));
      expect(await index.ask(({ isAnyPassing }) => isAnyPassing(narrowed, only))).toBe(
        reference.isAnyPassing(narrowed, only),
      );
      const rank = ({
        passage: passageOf,
        fieldsOf,
        vocabulary,
      }: Pick<typeof reference, 'passage' | 'fieldsOf' | 'vocabulary'>) =>
        rankPassages({
          interpretation,
          terms,
          dense: [],
          lexical: hits,
          passageOf,
          fieldsOf,
          vocabulary,
          limit: 5,
          debug: true,
        });
      const ranked = await index.ask(rank, () => ({
        chunkIds: hits.map(({ chunkId }) => chunkId),
        terms: termsOfRanking(interpretation, terms),
      }));
      expect(ranked).toEqual(rank(reference));
    };

    it('finds, reads and ranks exactly as the pure index does, after any edits', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(edit, { minLength: 1, maxLength: 14 }),
          fc.array(fc.tuple(question, filters), { minLength: 3, maxLength: 3 }),
          fc.integer({ min: 0, max: 14 }),
          async (edits, questions, openedAt) => {
            const corpus = await openCorpus();
            let index: CorpusIndex | undefined;
            for (const [at, one] of edits.entries()) {
              // This node starts midway and follows the edits from there.
              if (at === openedAt % edits.length) index = await corpus.openIndex();
              await corpus.edit(one);
              if (at % 3 === 0) await index?.reach(corpus.tables.position());
            }
            for (const node of [index, await corpus.openIndex()]) {
              await node?.reach(corpus.tables.position());
              for (const [asked, given] of questions)
                if (node) await compare(node, corpus.reference, asked, given);
            }
          },
        ),
        { numRuns: 12 },
      );
    });

    it('returns passages and documents as they were stored', async () => {
      const { tables, reference, openIndex, edit: change } = await openCorpus();
      for (let document = 0; document < 5; document += 1)
        await change({
          kind: 'publish',
          document,
          title: 'Seizure',
          agency: 'North',
          isSealed: document === 3,
          passages: [
            { text: `Give midazolam ${document}.`, sectionPath: [] },
            { text: 'Repeat once.', sectionPath: ['TREATMENT'] },
          ],
        });
      await change({ kind: 'withdraw', document: 1 });
      const index = await openIndex();
      await index.reach(tables.position());
      const whole = await index.wholeDocument('document-2', 1);
      expect(whole).toEqual(reference.documentPassages('document-2'));
      expect(await index.wholeDocument('document-2', 2)).toEqual([]);
      expect(await index.wholeDocument('document-1', 1)).toEqual([]);
      expect(await index.wholeDocument('document-3', 1)).toEqual(reference.documentPassages('document-3'));
      const documents = await Array.fromAsync(index.documents());
      expect(documents.map(({ docKey }) => docKey).sort()).toEqual(
        [0, 2, 3, 4].map((document) => `document-${document}`),
      );
      expect(await index.ask(({ passage: of }) => of('document-1@1#0'))).toBeUndefined();
    });
  });
};
