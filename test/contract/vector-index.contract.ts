import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { matchesFilters } from '../../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import type { Database } from '../../ports/database.ts';
import type { VectorIndex, VectorPoint } from '../../ports/vector-index.ts';
import { givenVectorPoint } from '../support/given-vector-point.ts';

type VectorIndexHarness = {
  readonly index: VectorIndex;
  readonly database: Database;
  readonly dispose: () => Promise<void>;
};

const DIMENSIONS = 4;
const unit = (...values: number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

const names = ['AHA', "L'agence", 'a "b" \\ c', 'Zürich'] as const;
const days = ['1899-12-31', '2020-02-29', '2024-07-01', '2024-07-02'] as const;
const name = fc.constantFrom(...names);
const day = fc.constantFrom(...days);
const year = fc.integer({ min: 2018, max: 2022 });
const someNames = fc.array(name, { maxLength: 3 });
const sourceType = fc.constantFrom<VectorPoint['sourceType']>('guideline', 'protocol');

/** The filterable properties of a passage; few values, so that filters match. */
const filterable = fc.record(
  {
    sourceType,
    specialty: someNames,
    drugs: someNames,
    title: name,
    agency: name,
    stateCode: name,
    effectiveDate: day,
    organization: name,
    publisher: name,
    authors: someNames,
    publicationYear: year,
    doi: name,
    pmid: name,
    protocolNumber: name,
    url: name,
    condition: someNames,
    lastUpdated: day,
    edition: name,
    chapter: name,
    drugClass: someNames,
    indication: someNames,
    county: name,
    agencyId: name,
  },
  { requiredKeys: ['title', 'sourceType', 'specialty', 'drugs'] },
);

/** One to three filters at a time: more would match nothing. */
const anyFilters: fc.Arbitrary<SearchFilters> = fc
  .uniqueArray(
    fc.oneof(
      fc.record({ sourceType: fc.array(sourceType, { minLength: 1, maxLength: 2 }) }),
      ...(
        [
          'agency',
          'stateCode',
          'organization',
          'publisher',
          'authors',
          'doi',
          'pmid',
          'protocolNumber',
          'drug',
          'url',
          'condition',
          'edition',
          'chapter',
          'drugClass',
          'indication',
          'county',
          'agencyId',
        ] as const
      ).map((key) => fc.array(name, { minLength: 1, maxLength: 3 }).map((wanted) => ({ [key]: wanted }))),
      fc
        .array(fc.constantFrom('a', 'AHA', 'aha', 'ZÜR', '"b"', '\\', "L'"), { minLength: 1, maxLength: 2 })
        .map((title) => ({ title })),
      year.map((publishedFrom) => ({ publishedFrom })),
      year.map((publishedTo) => ({ publishedTo })),
      day.map((updatedFrom) => ({ updatedFrom })),
      day.map((updatedTo) => ({ updatedTo })),
      day.map((effectiveFrom) => ({ effectiveFrom })),
      day.map((effectiveTo) => ({ effectiveTo })),
      fc
        .array(fc.integer({ min: 0, max: 29 }), { minLength: 1, maxLength: 5 })
        .map((wanted) => ({ docKey: wanted.map((n) => `d${n}`) })),
    ),
    { minLength: 1, maxLength: 3, selector: (filter) => Object.keys(filter).join() },
  )
  .map((parts) => Object.assign({}, ...parts) as SearchFilters);

const openWithGenerations = async (open: () => Promise<VectorIndexHarness>): Promise<VectorIndexHarness> => {
  const harness = await open();
  for (const generation of ['search_g1', 'search_g2']) {
    await harness.database.query(`create schema ${generation}`);
    await harness.index.createGeneration(harness.database, generation, DIMENSIONS);
  }
  return harness;
};

/** The contract of `ports/vector-index.ts`. */
export const describeVectorIndex = (name: string, open: () => Promise<VectorIndexHarness>): void => {
  describe(`the vector index on ${name}`, () => {
    let harness: VectorIndexHarness;
    let index: VectorIndex;
    beforeEach(async () => {
      harness = await openWithGenerations(open);
      index = harness.index;
    });
    afterEach(() => harness.dispose());

    const put = (docKey: string, ...points: VectorPoint[]) =>
      index.putDocument(harness.database, 'search_g1', docKey, points);
    const find = async (query: Float32Array, filters: SearchFilters = {}, limit = 10) =>
      (await index.search('search_g1', { vector: query, limit, filters })).map(({ chunkId }) => chunkId);

    it('finds the nearest first, with the cosine as similarity', async () => {
      await put(
        'a',
        givenVectorPoint('a@1#0', unit(1, 0, 0, 0)),
        givenVectorPoint('a@1#1', unit(1, 1, 0, 0)),
        givenVectorPoint('a@1#2', unit(0, 0, 0, 1)),
      );
      const hits = await index.search('search_g1', { vector: unit(1, 0, 0, 0), limit: 2, filters: {} });
      expect(hits.map(({ chunkId }) => chunkId)).toEqual(['a@1#0', 'a@1#1']);
      expect(hits[0]?.similarity).toBeCloseTo(1, 5);
      expect(hits[1]?.similarity).toBeCloseTo(Math.SQRT1_2, 5);
    });

    it('orders equal similarities by chunk id, so that a rebuilt index answers the same', async () => {
      await put('b', givenVectorPoint('b@1#0', unit(1, 0, 0, 0)));
      await put(
        'a',
        givenVectorPoint('a@1#1', unit(1, 0, 0, 0)),
        givenVectorPoint('a@1#0', unit(1, 0, 0, 0)),
      );
      expect(await find(unit(1, 0, 0, 0))).toEqual(['a@1#0', 'a@1#1', 'b@1#0']);
    });

    it('replaces all vectors of a document, and removes it when none are left', async () => {
      await put(
        'a',
        givenVectorPoint('a@1#0', unit(1, 0, 0, 0)),
        givenVectorPoint('a@1#1', unit(1, 0, 0, 0)),
      );
      await put('a', givenVectorPoint('a@2#0', unit(1, 0, 0, 0)));
      await put('a', givenVectorPoint('a@2#0', unit(1, 0, 0, 0)));
      expect(await find(unit(1, 0, 0, 0))).toEqual(['a@2#0']);
      await put('a');
      expect(await find(unit(1, 0, 0, 0))).toEqual([]);
    });

    it('keeps the order and the limit, without duplicates, when terms are given as well', async () => {
      const texts = ['naloxone for opioid overdose', 'chest pain', 'seizure', 'opioid withdrawal'];
      await put(
        'a',
        ...texts.map((text, n) =>
          givenVectorPoint(`a@1#${n}`, unit(Math.cos(n), Math.sin(n), 0, 0), { text }),
        ),
      );
      const terms = [
        { term: 'opioid', weight: 1 },
        { term: 'naloxon', weight: 1 },
      ];
      const hits = await index.search('search_g1', {
        vector: unit(1, 0, 0, 0),
        limit: 3,
        filters: {},
        terms,
      });
      expect(hits).toHaveLength(3);
      expect(new Set(hits.map(({ chunkId }) => chunkId)).size).toBe(3);
      expect(hits).toEqual([...hits].sort((one, other) => other.similarity - one.similarity));
      for (const { chunkId, similarity } of hits)
        expect(similarity).toBeCloseTo(Math.cos(Number(chunkId.split('#')[1])), 5);
    });

    it('reports that it holds a generation', async () => {
      expect(await index.holdsGeneration('search_g1')).toBe(true);
      await index.check();
    });

    it('counts its vectors, of all documents and of some', async () => {
      expect(await index.count('search_g1')).toBe(0);
      await put(
        'a',
        givenVectorPoint('a@1#0', unit(1, 0, 0, 0)),
        givenVectorPoint('a@1#1', unit(0, 1, 0, 0)),
      );
      await put('b', givenVectorPoint('b@1#0', unit(0, 0, 1, 0)));
      expect(await index.count('search_g1')).toBe(3);
      const counts = await index.countOf('search_g1', ['a', 'b', 'nobody']);
      expect([...counts].map(([docKey, { held }]) => [docKey, held]).toSorted()).toEqual([
        ['a', 2],
        ['b', 1],
      ]);
      await put('a');
      expect(await index.count('search_g1')).toBe(1);
      expect((await index.countOf('search_g1', ['a'])).get('a')?.held ?? 0).toBe(0);
    });

    it('keeps the generations that are still needed', async () => {
      await put('a', givenVectorPoint('a@1#0', unit(1, 0, 0, 0)));
      await index.keepGenerations(['search_g1', 'search_g2']);
      expect(await find(unit(1, 0, 0, 0))).toEqual(['a@1#0']);
    });

    it('keeps generations apart', async () => {
      await put('a', givenVectorPoint('a@1#0', unit(1, 0, 0, 0)));
      expect(await index.search('search_g2', { vector: unit(1, 0, 0, 0), limit: 10, filters: {} })).toEqual(
        [],
      );
    });

    it('stores many vectors of one document', async () => {
      const at = (n: number): Float32Array =>
        unit(Math.cos((n / 450) * Math.PI), Math.sin((n / 450) * Math.PI), 0, 0);
      await put('a', ...Array.from({ length: 450 }, (_, n) => givenVectorPoint(`a@1#${n}`, at(n))));
      for (const n of [0, 199, 200, 449]) expect(await find(at(n), {}, 1)).toEqual([`a@1#${n}`]);
    });
  });

  describe(`the vector index on ${name}, with filters`, () => {
    // All writes come before the first search.
    let harness: VectorIndexHarness;
    const vector = unit(1, 0, 0, 0);
    const anything = fc.sample(filterable, { numRuns: 30, seed: 1 }).map((properties, n) => ({
      ...givenVectorPoint(`d${n}@1#0`, vector),
      ...properties,
    }));
    beforeAll(async () => {
      harness = await openWithGenerations(open);
      const put = (docKey: string, one: VectorPoint) =>
        harness.index.putDocument(harness.database, 'search_g1', docKey, [one]);
      await put(
        'a',
        givenVectorPoint('a@1#0', vector, {
          sourceType: 'protocol',
          specialty: ['cardiology', 'emergency_medicine'],
          organization: 'AHA',
          publisher: 'Wolters',
          authors: ['Ng, A.', "O'Neil, B."],
          publicationYear: 2020,
          doi: '10.1161/x',
          protocolNumber: '1219-P',
          title: 'Pædiatric ÉMERGENCIES: 100 % of_it',
          condition: ['Heart Failure', 'Ödem'],
          lastUpdated: '2025-02-03',
          drugs: ['hydralazine', 'vasodilator'],
        }),
      );
      await put(
        'b',
        givenVectorPoint('b@1#0', vector, {
          agency: "L'agence",
          stateCode: 'CA',
          effectiveDate: '2024-07-01',
          authors: ['Ng, A.'],
          publicationYear: 2023,
          pmid: '32167518',
          drugs: ['antihistamine', 'hydroxyzine'],
        }),
      );
      await put(
        'c',
        givenVectorPoint('c@1#0', vector, {
          specialty: ['cardiology'],
          stateCode: 'NV',
          effectiveDate: '2020-01-01',
        }),
      );
      for (const one of anything)
        await harness.index.putDocument(harness.database, 'search_g2', one.docKey, [one]);
    });
    afterAll(() => harness?.dispose());

    const find = async (generation: string, filters: SearchFilters): Promise<readonly string[]> =>
      (await harness.index.search(generation, { vector, limit: 50, filters })).map(({ chunkId }) => chunkId);

    it.each<[string, SearchFilters, string[]]>([
      ['source type', { sourceType: ['protocol'] }, ['a@1#0']],
      ['any of several source types', { sourceType: ['protocol', 'guideline'] }, ['a@1#0', 'b@1#0', 'c@1#0']],
      ['specialty', { specialty: ['cardiology'] }, ['a@1#0', 'c@1#0']],
      ['document', { docKey: ['b', 'c'] }, ['b@1#0', 'c@1#0']],
      ['agency, with a quote in it', { agency: ["L'agence"] }, ['b@1#0']],
      ['state', { stateCode: ['CA', 'NV'] }, ['b@1#0', 'c@1#0']],
      ['dates, both ends included', { effectiveFrom: '2020-01-01', effectiveTo: '2024-06-30' }, ['c@1#0']],
      ['a date leaves out documents without one', { effectiveFrom: '1900-01-01' }, ['b@1#0', 'c@1#0']],
      ['organization', { organization: ['AHA', 'ERC'] }, ['a@1#0']],
      ['publisher', { publisher: ['Wolters'] }, ['a@1#0']],
      ['an author among several', { authors: ["O'Neil, B.", 'Unlisted'] }, ['a@1#0']],
      ['an author of several documents', { authors: ['Ng, A.'] }, ['a@1#0', 'b@1#0']],
      ['years, both ends included', { publishedFrom: 2020, publishedTo: 2022 }, ['a@1#0']],
      ['a first year alone', { publishedFrom: 2021 }, ['b@1#0']],
      ['a last year, leaving out documents without one', { publishedTo: 2200 }, ['a@1#0', 'b@1#0']],
      ['DOI', { doi: ['10.1161/x'] }, ['a@1#0']],
      ['PubMed id', { pmid: ['32167518'] }, ['b@1#0']],
      ['one of the conditions, in any case', { condition: ['ÖDEM'] }, ['a@1#0']],
      ['no part of a condition', { condition: ['heart'] }, []],
      ['the day of the last update', { updatedFrom: '2025-02-03', updatedTo: '2025-02-03' }, ['a@1#0']],
      ['DOI in another case', { doi: ['10.1161/X'] }, ['a@1#0']],
      ['protocol number in another case', { protocolNumber: ['1219-p'] }, ['a@1#0']],
      ['a part of the title, in any case', { title: ['émergencies'] }, ['a@1#0']],
      ['accents composed in another way', { title: ['E\u0301mergencies'] }, ['a@1#0']],
      ['any of several parts', { title: ['chest', 'PÆDIATRIC'] }, ['a@1#0', 'b@1#0', 'c@1#0']],
      ['characters special to databases', { title: ['100 % of_'] }, ['a@1#0']],
      ['literal text, not a pattern', { title: ['c%t', 'c_est', '.*'] }, []],
      ['a title and more', { title: ['chest'], stateCode: ['NV'] }, ['c@1#0']],
      ['protocol number', { protocolNumber: ['1219-P', '814'] }, ['a@1#0']],
      ['drug, never a look-alike', { drug: ['hydralazine'] }, ['a@1#0']],
      ['any of several drugs', { drug: ['vasodilator', 'hydroxyzine'] }, ['a@1#0', 'b@1#0']],
      ['nothing that could match', { docKey: [] }, []],
      ['several, which must all match', { specialty: ['cardiology'], stateCode: ['CA'] }, []],
    ])('narrows by %s', async (_name, filters, expected) => {
      expect(await find('search_g1', filters)).toEqual(expected);
    });

    it('matches exactly what the filters of the domain match', async () => {
      await fc.assert(
        fc.asyncProperty(anyFilters, async (filters) => {
          const expected = anything
            .filter((one) => matchesFilters(one, filters))
            .map(({ chunkId }) => chunkId);
          expect(await find('search_g2', filters)).toEqual(expected.sort());
        }),
        { numRuns: 60 },
      );
    });
  });
};
