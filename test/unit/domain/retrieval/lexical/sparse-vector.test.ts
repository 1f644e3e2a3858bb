import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLexicalIndex } from '../../../../../domain/retrieval/lexical/lexical-index.ts';
import { lexicalQuery } from '../../../../../domain/retrieval/lexical/lexical-query.ts';
import { titleTermsOf } from '../../../../../domain/retrieval/lexical/passage-terms.ts';
import {
  passageSparseVector,
  querySparseVector,
  type SparseVector,
} from '../../../../../domain/retrieval/lexical/sparse-vector.ts';
import { givenPassage } from '../given-passages.ts';

const vectorOf = (text: string, title = 'Airway', sectionPath: string[] = []): SparseVector => {
  const passage = givenPassage({ text, title, sectionPath });
  return passageSparseVector(passage, titleTermsOf(passage));
};
const weightOf = (term: string, { indices, values }: SparseVector): number => {
  const [place] = querySparseVector([{ term, weight: 1 }]).indices;
  return values[indices.indexOf(place ?? -1)] ?? 0;
};

describe('the sparse vector of a passage', () => {
  it('has distinct indices in ascending order, each an unsigned 32-bit integer with a weight above zero', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, title) => {
        const { indices, values } = vectorOf(text, title);
        expect(values).toHaveLength(indices.length);
        expect([...indices].sort((one, other) => one - other)).toEqual(indices);
        expect(new Set(indices).size).toBe(indices.length);
        for (const index of indices) expect(index).toBe(index >>> 0);
        for (const value of values) expect(value).toBeGreaterThan(0);
      }),
    );
  });

  it('has a permanent index for each term, on which existing indexes depend', () => {
    // FNV-1a of the ASCII strings, from its authors' test vectors.
    const places = ['a', 'foobar'].map((term) => querySparseVector([{ term, weight: 1 }]).indices);
    expect(places).toEqual([[0xe40c292c], [0xbf9cf968]]);
  });

  it('weighs a word more the more often it appears, up to a bound', () => {
    const [once = 0, twice = 0, often = 0] = [1, 2, 200].map((times) =>
      weightOf('naloxon', vectorOf('naloxone '.repeat(times))),
    );
    expect(once).toBeGreaterThan(0);
    expect(twice).toBeGreaterThan(once);
    expect(often).toBeGreaterThan(0);
    expect(often).toBeLessThan(2.2);
  });

  it('weighs a title word more than a section word, and that more than a text word', () => {
    const usual = 'Support the airway, measure glucose. '.repeat(30);
    const inText = weightOf('naloxon', vectorOf(`Give naloxone. ${usual}`));
    const inSection = weightOf('naloxon', vectorOf(usual, 'Airway', ['Naloxone']));
    const inTitle = weightOf('naloxon', vectorOf(usual, 'Naloxone'));
    expect(inTitle).toBeGreaterThan(inSection);
    expect(inSection).toBeGreaterThan(inText);
  });

  it('adds up the weights of colliding indices', () => {
    const { indices, values } = querySparseVector([
      { term: 'naloxon', weight: 1 },
      { term: 'naloxon', weight: 0.5 },
    ]);
    expect([indices.length, values]).toEqual([1, [1.5]]);
  });

  it('ranks like the lexical index when the rarity of words is applied', () => {
    // One passage per document, so that no passage earns credit from the rest of its document.
    const texts = [
      'Give naloxone 0.4 mg for an opioid overdose and support the airway of the patient.',
      'Support the airway. Call for help when the patient does not breathe after naloxone.',
      'A seizure that lasts five minutes needs midazolam; keep the airway of the patient open.',
      'Nitroglycerin for chest pain unless the patient took sildenafil in the last two days.',
    ];
    const passages = texts.map((text, n) =>
      givenPassage({ docKey: `guideline-${n}`, title: 'Protocol', fileName: `${n}.pdf`, text }),
    );
    const words = createLexicalIndex();
    for (const passage of passages) words.putDocument(passage.docKey, [passage]);
    const vectors = passages.map((passage) => passageSparseVector(passage, titleTermsOf(passage)));
    /** The effect of the modifier `idf` in Qdrant: ln(1 + (N - n + 0.5) / (n + 0.5)). */
    const rarity = (place: number): number => {
      const having = vectors.filter(({ indices }) => indices.includes(place)).length;
      return Math.log(1 + (vectors.length - having + 0.5) / (having + 0.5));
    };
    for (const searchedFor of [
      'naloxone airway',
      'seizure midazolam',
      'patient chest pain',
      'opioid overdose',
    ]) {
      const question = { searchedFor, protocolNumbers: [], expansions: [] };
      const terms = lexicalQuery(question);
      const query = querySparseVector(terms);
      const scored = vectors
        .map(({ indices, values }, n) => ({
          chunkId: passages[n]?.chunkId ?? '',
          score: query.indices.reduce((sum, place, at) => {
            const value = values[indices.indexOf(place)] ?? 0;
            return sum + (query.values[at] ?? 0) * value * rarity(place);
          }, 0),
        }))
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score);
      expect(scored.map(({ chunkId }) => chunkId)).toEqual(
        words.search({ ...question, terms }, 10, {}).map(({ chunkId }) => chunkId),
      );
    }
  });
});
