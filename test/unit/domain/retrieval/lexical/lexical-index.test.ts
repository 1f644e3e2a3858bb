import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createLexicalIndex,
  type LexicalIndex,
} from '../../../../../domain/retrieval/lexical/lexical-index.ts';
import { lexicalQuery } from '../../../../../domain/retrieval/lexical/lexical-query.ts';
import type { Passage } from '../../../../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import type { QueryInterpretation } from '../../../../../domain/retrieval/query/query-interpretation.ts';
import type { SearchFilters } from '../../../../../domain/retrieval/search-filters.ts';
import { givenPassage, samplePassages } from '../given-passages.ts';

const questionOf = (interpretation: QueryInterpretation) => ({
  ...interpretation,
  terms: lexicalQuery(interpretation),
});

const indexOf = (passages: readonly Passage[]): LexicalIndex => {
  const index = createLexicalIndex();
  for (const [docKey, ofDocument] of Map.groupBy(passages, (passage) => passage.docKey)) {
    index.putDocument(docKey, ofDocument);
  }
  return index;
};

const ask = (index: LexicalIndex, query: string, filters: SearchFilters = {}, limit = 10) =>
  index.search(questionOf(interpretQuery(query, index.vocabulary)), limit, filters);

const documentsFound = (index: LexicalIndex, query: string, filters: SearchFilters = {}) => [
  ...new Set(ask(index, query, filters).map((hit) => index.passage(hit.chunkId)?.docKey)),
];

describe('the lexical index', () => {
  it('finds a passage by a synonym that it does not contain', () => {
    const index = indexOf(samplePassages);
    expect(documentsFound(index, 'heart attack')[0]).toBe('protocol-905');
    expect(documentsFound(index, 'versed for convulsions')[0]).toBe('protocol-910');
    expect(documentsFound(index, 'wants to go ama')[0]).toBe('policy-720');
  });

  it('ranks a document first whose title matches', () => {
    const index = indexOf([
      givenPassage({ docKey: 'a', title: 'Burns', text: 'Cool the skin.' }),
      givenPassage({ docKey: 'b', title: 'Transport', text: 'Take burns to the burn center.' }),
    ]);
    expect(documentsFound(index, 'burns')).toEqual(['a', 'b']);
  });

  it('finds nothing for words that no passage has', () => {
    const index = indexOf(samplePassages);
    expect(ask(index, 'quantum chromodynamics')).toEqual([]);
    expect(ask(index, '')).toEqual([]);
    expect(ask(createLexicalIndex(), 'seizure')).toEqual([]);
    expect(ask(index, 'seizure', {}, 0)).toEqual([]);
  });

  it('returns at most the requested number of hits, best first', () => {
    const index = indexOf(samplePassages);
    const all = ask(index, 'epinephrine im dose for anaphylaxis', {}, 50);
    expect(all.length).toBeGreaterThan(2);
    expect(all.map((hit) => hit.score)).toEqual(
      all.map((hit) => hit.score).toSorted((one, other) => other - one),
    );
    expect(ask(index, 'epinephrine im dose for anaphylaxis', {}, 2)).toEqual(all.slice(0, 2));
  });

  it('distinguishes passages of one document by the drugs they name', () => {
    const index = indexOf([
      givenPassage({ docKey: 'a', index: 0, text: 'Pain: fentanyl 50 mcg.', drugs: ['fentanyl', 'opioid'] }),
      givenPassage({ docKey: 'a', index: 1, text: 'Pain: ketamine 20 mg.', drugs: ['ketamine'] }),
    ]);
    const ids = (filters: SearchFilters) => ask(index, 'pain', filters).map(({ chunkId }) => chunkId);
    expect(ids({ drug: ['ketamine'] })).toEqual(['a@1#1']);
    expect(ids({ drug: ['opioid', 'ketamine'] })).toHaveLength(2);
    expect(ids({ drug: ['morphine'] })).toEqual([]);
  });

  it('finds passages that contain all words of a text, and no removed ones', () => {
    const index = indexOf([
      givenPassage({ docKey: 'a', index: 0, text: 'Prothrombin complex concentrates.' }),
      givenPassage({ docKey: 'a', index: 1, text: 'A complex fracture.' }),
      givenPassage({ docKey: 'b', title: 'Prothrombin', text: 'A complex concentrate.' }),
    ]);
    expect(index.passagesWith('prothrombin complex CONCENTRATE')).toEqual(new Set(['a@1#0', 'b@1#0']));
    index.removeDocument('a');
    expect(index.passagesWith('prothrombin complex')).toEqual(new Set(['b@1#0']));
    for (const nothing of ['', 'the of', 'prothrombin time'])
      expect(index.passagesWith(nothing).size).toBe(0);
  });

  it('excludes passages that fail the filters', () => {
    const index = indexOf(samplePassages);
    expect(documentsFound(index, 'treatment refused', { sourceType: ['policy'] })).toEqual(['policy-720']);
    expect(documentsFound(index, 'epinephrine', { docKey: ['protocol-901-p'] })).toEqual(['protocol-901-p']);
    expect(documentsFound(index, 'epinephrine', { stateCode: ['NY'] })).toEqual([]);
  });

  it('forgets a removed document, including its words and numbers', () => {
    const index = indexOf(samplePassages);
    expect(index.vocabulary.documentFrequency('midazolam')).toBe(1);
    expect(index.vocabulary.hasProtocolNumber('910')).toBe(true);
    index.removeDocument('protocol-910');
    index.removeDocument('protocol-910');
    expect(documentsFound(index, 'midazolam')).not.toContain('protocol-910');
    expect(index.size()).toBe(samplePassages.length - 1);
    expect(index.passage('protocol-910@1#0')).toBeUndefined();
    expect(index.vocabulary.documentFrequency('midazolam')).toBe(0);
    expect(index.vocabulary.hasProtocolNumber('910')).toBe(false);
  });

  it('shows only the newest version of a document', () => {
    const index = indexOf(samplePassages);
    index.putDocument('protocol-910', [
      givenPassage({ docKey: 'protocol-910', version: 2, text: 'Lorazepam 4 mg IV.' }),
    ]);
    expect(ask(index, 'midazolam').filter((hit) => hit.chunkId.startsWith('protocol-910'))).toEqual([]);
    expect(ask(index, 'lorazepam')[0]?.chunkId).toBe('protocol-910@2#0');
  });

  it('ranks a protocol requested by number before those that only mention it', () => {
    const index = indexOf([
      ...samplePassages,
      ...Array.from({ length: 80 }, (_, at) =>
        givenPassage({
          docKey: `m${at}`,
          text: 'Epinephrine for anaphylaxis; for refusal see Ref. 720 and Ref. 720.1.',
        }),
      ),
    ]);
    expect(documentsFound(index, 'ref 720 epinephrine anaphylaxis')[0]).toBe('policy-720');
    expect(index.vocabulary.hasProtocolNumber('720')).toBe(true);
    expect(index.vocabulary.hasProtocolNumber('720.1')).toBe(true);
    expect(index.vocabulary.hasProtocolNumber('999')).toBe(false);
  });

  it('reports the fields in which a passage has a term', () => {
    const index = indexOf(samplePassages);
    expect(index.fieldsOf('protocol-910@1#0', 'seizur')).toEqual({
      body: true,
      title: true,
      section: false,
      times: 1,
    });
    expect(index.fieldsOf('protocol-910@1#0', 'treatment')).toEqual({
      body: false,
      title: false,
      section: true,
      times: 0,
    });
    expect(index.fieldsOf('protocol-910@1#0', '#midazolam').body).toBe(true);
    expect(index.fieldsOf('unknown@1#0', 'seizur')).toEqual({
      body: false,
      title: false,
      section: false,
      times: 0,
    });
  });

  it('shows a document under replacement in its old or its new state, never in part', () => {
    const version = (number: number, passages: number): readonly Passage[] =>
      Array.from({ length: passages }, (_, index) =>
        givenPassage({
          chunkId: `book@${number}#${index}`,
          docKey: 'book',
          version: number,
          index,
          text: `Hypothermia of version ${number}: rewarm in part ${index}.`,
        }),
      );
    const index = indexOf([...samplePassages, ...version(1, 7)]);
    const others = samplePassages.length;
    const found = (): readonly string[] =>
      ask(index, 'hypothermia', { docKey: ['book'] }, 50)
        .map(({ chunkId }) => chunkId)
        .sort();
    const seen = new Set<string>();
    for (const _step of index.putDocumentInSteps('book', version(2, 5))) {
      const now = found();
      expect([7, 5]).toContain(now.length);
      expect(new Set(now.map((chunkId) => chunkId.slice(0, 6)))).toHaveProperty('size', 1);
      expect(now.every((chunkId) => index.passage(chunkId)?.version === Number(chunkId[5]))).toBe(true);
      expect(index.size()).toBe(others + now.length);
      seen.add(now[0]?.slice(0, 6) ?? '');
    }
    expect([...seen]).toEqual(['book@1', 'book@2']);
    const fresh = indexOf([...samplePassages, ...version(2, 5)]);
    expect(ask(index, 'rewarm hypothermia')).toEqual(ask(fresh, 'rewarm hypothermia'));
  });

  it('returns the same after any sequence of changes as a fresh index of the remaining documents', () => {
    const words = ['seizure', 'midazolam', 'dose', 'burn', 'airway', 'child', 'epinephrine', 'shock'];
    const passage = fc.record({
      document: fc.integer({ min: 0, max: 30 }),
      texts: fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.array(passage, { minLength: 30, maxLength: 120 }), (changes) => {
        const live = createLexicalIndex();
        const left = new Map<string, readonly Passage[]>();
        for (const { document, texts } of changes) {
          const docKey = `d${document}`;
          const passages = texts.map((text, index) => givenPassage({ docKey, index, text: text.join(' ') }));
          live.putDocument(docKey, passages);
          left.set(docKey, passages);
        }
        const fresh = indexOf(
          [...left.values()]
            .flat()
            .toReversed()
            .toSorted((one, other) => (one.docKey < other.docKey ? -1 : 1)),
        );
        for (const query of ['midazolam dose seizure', 'child burn', 'epinephrine shock airway']) {
          expect(ask(live, query)).toEqual(ask(fresh, query));
        }
        expect(live.size()).toBe(fresh.size());
        for (const word of words) {
          expect(live.vocabulary.documentFrequency(word)).toBe(fresh.vocabulary.documentFrequency(word));
        }
      }),
      { numRuns: 30 },
    );
  });
});
