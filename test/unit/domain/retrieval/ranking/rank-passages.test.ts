import { describe, expect, it } from 'vitest';
import { createLexicalIndex } from '../../../../../domain/retrieval/lexical/lexical-index.ts';
import { lexicalQuery } from '../../../../../domain/retrieval/lexical/lexical-query.ts';
import type { Passage } from '../../../../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { rankFeatures } from '../../../../../domain/retrieval/ranking/rank-features.ts';
import { rankPassages } from '../../../../../domain/retrieval/ranking/rank-passages.ts';
import type { VectorHit } from '../../../../../domain/retrieval/vector-hit.ts';
import { givenPassage, samplePassages } from '../given-passages.ts';

const indexed = (passages: readonly Passage[]) => {
  const index = createLexicalIndex();
  for (const [docKey, ofDocument] of Map.groupBy(passages, (passage) => passage.docKey)) {
    index.putDocument(docKey, ofDocument);
  }
  return index;
};

const rank = (
  query: string,
  passages: readonly Passage[] = samplePassages,
  options: {
    readonly dense?: readonly VectorHit[];
    readonly limit?: number;
    readonly withoutLexical?: boolean;
    readonly forAnswer?: boolean;
    readonly weightOfMeaning?: number;
  } = {},
) => {
  const index = indexed(passages);
  const interpretation = interpretQuery(query, index.vocabulary);
  const terms = lexicalQuery(interpretation);
  const request = {
    interpretation,
    terms,
    dense: options.dense ?? [],
    lexical: options.withoutLexical ? [] : index.search({ ...interpretation, terms }, 60, {}),
    passageOf: index.passage,
    vocabulary: index.vocabulary,
    forAnswer: options.forAnswer ?? false,
    weightOfMeaning: options.weightOfMeaning ?? 1,
    limit: options.limit ?? 10,
    debug: true,
  };
  const ranked = rankPassages(request);
  // Features from the index and features from the text must give the same order.
  expect(rankPassages({ ...request, fieldsOf: index.fieldsOf })).toEqual(ranked);
  return ranked;
};

const firstDocument = (query: string, passages?: readonly Passage[]) =>
  rank(query, passages)[0]?.passage.docKey;

describe('ranking', () => {
  it('lets the similarity of a better model weigh more', () => {
    const query = 'epinephrine dose anaphylaxis adult';
    const [first, second] = rank(query);
    if (!first || !second) throw new Error('The question finds too little.');
    const dense = [{ chunkId: second.passage.chunkId, similarity: 1 }];
    const shareAt = (weightOfMeaning: number): number =>
      rank(query, samplePassages, { dense, weightOfMeaning }).find(
        ({ passage }) => passage.chunkId === second.passage.chunkId,
      )?.stages?.dense ?? 0;
    expect(shareAt(5)).toBeCloseTo(5 * shareAt(1), 6);
  });

  it.each([
    ['epinephrine dose anaphylaxis adult', 'protocol-901'],
    ['epinephrine dose anaphylaxis 4 yo', 'protocol-901-p'],
    ['epi dose anaphylaxis', 'protocol-901'],
    ['epi dose anaphylaxis 12 kg', 'protocol-901-p'],
    ['epi dose anaphylaxis 80 kg', 'protocol-901'],
    ['epi dose anaphylaxis 18mo', 'protocol-901-p'],
    ['epi dose anaphylaxis 72M', 'protocol-901'],
    ['can I give nitro after viagra', 'protocol-905'],
    ['ref 720', 'policy-720'],
    ['TP 901-P', 'protocol-901-p'],
    ['protocol 901 peds', 'protocol-901-p'],
    ['protocol 901', 'protocol-901'],
  ])('answers %j from %s', (query, docKey) => {
    expect(firstDocument(query)).toBe(docKey);
  });

  it('scores from 0 to 1, best first', () => {
    const scores = rank('midazolam dose for a seizure').map((result) => result.score);
    expect(scores.length).toBeGreaterThan(0);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    for (const score of scores) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it('finds nothing when nothing fits', () => {
    expect(rank('quantum chromodynamics')).toEqual([]);
    expect(rank('')).toEqual([]);
  });

  it('drops a passage that shares nothing with the question unless its vector is near enough', () => {
    const far = [{ chunkId: 'protocol-910@1#0', similarity: 0.1 }];
    const near = [{ chunkId: 'protocol-910@1#0', similarity: 0.6 }];
    expect(rank('quantum chromodynamics', samplePassages, { dense: far })).toEqual([]);
    expect(rank('quantum chromodynamics', samplePassages, { dense: near })).toHaveLength(1);
  });

  describe('marks weak matches', () => {
    const others = 'abcdefgh'
      .split('')
      .map((name) => givenPassage({ docKey: name, text: `Wash ${name.repeat(9)}.` }));
    const surgery = ['s1', 's2', 's3', 's4'].map((docKey) =>
      givenPassage({ docKey, text: `Lens surgery as ${docKey.repeat(5)} says.` }),
    );
    const further = givenPassage({ docKey: 'further', text: 'A lens for the colposcope is in the drawer.' });
    const near = (...keys: string[]) => keys.map((key) => ({ chunkId: `${key}@1#0`, similarity: 0.75 }));
    const strengths = (similar: readonly string[], forAnswer: boolean) =>
      rank('phaco cataract surgery with a lens', [...surgery, further, ...others], {
        dense: near(...similar),
        forAnswer,
      })
        .map(({ passage, weak }) => `${passage.docKey}${weak ? ' weak' : ''}`)
        .sort();

    it('and shows them all in a search', () => {
      const few = ['further weak', 's1', 's2', 's3', 's4 weak'];
      expect(strengths(['s1', 's2', 's3'], false)).toEqual(few);
    });

    it('and passes them to an answer when there are fewer than three strong ones', () => {
      expect(strengths([], true)).toEqual(['further weak', 's1 weak', 's2 weak', 's3 weak', 's4 weak']);
      expect(strengths(['s1', 's2'], true)).toEqual(['further weak', 's1', 's2', 's3 weak', 's4 weak']);
    });

    it('and withholds from an answer with enough strong ones those that cover less of the question', () => {
      expect(strengths(['s1', 's2', 's3'], true)).toEqual(['s1', 's2', 's3', 's4 weak']);
    });

    it('and never withholds the best lexical match from an answer', () => {
      const index = indexed([...surgery, further, ...others]);
      const interpretation = interpretQuery('phaco cataract surgery with a lens', index.vocabulary);
      const [best] = rankPassages({
        interpretation,
        terms: lexicalQuery(interpretation),
        dense: near('s1', 's2', 's3'),
        lexical: [{ chunkId: 'further@1#0', score: 9 }],
        passageOf: index.passage,
        vocabulary: index.vocabulary,
        forAnswer: true,
        limit: 10,
      }).filter(({ weak }) => weak);
      expect(best?.passage.docKey).toBe('further');
    });
  });

  describe('doubts a question whose best result scores low', () => {
    const city = givenPassage({
      docKey: 'city',
      text: 'Patients of the harbour district go to the city hospital.',
    });
    const others = 'abcdefgh'
      .split('')
      .map((name) => givenPassage({ docKey: name, text: `Wash ${name.repeat(9)}.` }));
    const isWeak = (query: string, similarity: number | undefined, weightOfMeaning = 1) =>
      rank(query, [city, ...others], {
        dense: similarity === undefined ? [] : [{ chunkId: 'city@1#0', similarity }],
        weightOfMeaning,
      })[0]?.weak ?? false;
    const partly = 'harbour district lighthouse opening';

    it('even when its words cover enough', () => {
      expect(isWeak(partly, 0.25)).toBe(true);
      expect(isWeak('harbour district hospital', 0.25)).toBe(false);
    });

    it('unless it is as similar as a paraphrase', () => {
      expect(isWeak(partly, 0.75)).toBe(false);
    });

    it('and judges by the words alone where the score was not measured so', () => {
      expect(isWeak(partly, undefined)).toBe(false);
      expect(isWeak(partly, 0.25, 2.5)).toBe(false);
    });

    it('but never a document that mentions the protocol that was asked for by its number', () => {
      const policy = givenPassage({ docKey: 'policy', text: 'Wash the bay. See Ref. 720.' });
      const dense = [{ chunkId: 'policy@1#0', similarity: 0.1 }];
      const [best] = rank('ref 720 lighthouse opening harbour', [policy, ...others], { dense });
      expect(best?.passage.docKey).toBe('policy');
      expect(best?.weak).toBeUndefined();
    });
  });

  it('continues with one search method when the other failed', () => {
    const dense = [{ chunkId: 'protocol-910@1#0', similarity: 0.5 }];
    expect(rank('seizure', samplePassages, { dense, withoutLexical: true })[0]?.passage.docKey).toBe(
      'protocol-910',
    );
    expect(rank('seizure')[0]?.passage.docKey).toBe('protocol-910');
  });

  it('omits chunks that are gone from the index', () => {
    const dense = [{ chunkId: 'removed@1#0', similarity: 0.9 }];
    expect(rank('seizure', samplePassages, { dense }).map((result) => result.passage.chunkId)).not.toContain(
      'removed@1#0',
    );
  });

  it('shows one of two passages with the same text', () => {
    const text =
      'For active seizure give midazolam 10 mg into the muscle and check the blood glucose of the patient.';
    const twice = ['a', 'b'].map((docKey) => givenPassage({ docKey, text }));
    expect(rank('seizure midazolam', twice)).toHaveLength(1);
  });

  it('ranks another document before the third passage of the same one', () => {
    const many = [
      ...[0, 1, 2, 3].map((index) =>
        givenPassage({
          docKey: 'a',
          index,
          text: `Burn care part ${index}: cool the burn. ${'abcd'[index]?.repeat(9)}`,
        }),
      ),
      givenPassage({ docKey: 'b', text: 'Burn center: take the burn patient there.' }),
    ];
    const order = rank('burn', many).map((result) => result.passage.docKey);
    expect(order.indexOf('b')).toBeLessThan(3);
  });

  it('explains each score by its features', () => {
    const [best] = rank('epinephrine dose anaphylaxis 4 yo');
    const names = new Set([...rankFeatures.map((feature) => feature.name), 'repeated_document']);
    for (const stage of Object.keys(best?.stages ?? {})) expect(names).toContain(stage);
    expect(best?.stages).toMatchObject({ lexical: expect.any(Number), dose_of_drug: expect.any(Number) });
    expect(best?.stages?.population).toBeGreaterThan(0);
  });

  it('declares each feature once', () => {
    expect(new Set(rankFeatures.map((feature) => feature.name)).size).toBe(rankFeatures.length);
  });

  it('returns at most the requested number of results', () => {
    expect(rank('epinephrine dose anaphylaxis', samplePassages, { limit: 1 })).toHaveLength(1);
  });
});

describe('among passages with the same content', () => {
  const statement = 'Norepinephrine is the first vasopressor in septic shock.';
  const graded = (docKey: string, recommendationClass?: 'I' | 'IIb') =>
    givenPassage({
      docKey,
      title: `Septic shock ${docKey}`,
      text: `${statement} Said by ${docKey} alone.`,
      ...(recommendationClass === undefined
        ? {}
        : {
            recommendations: [
              { system: 'esc' as const, recommendationClass, evidenceLevel: 'A' as const, statement },
            ],
          }),
    });
  const passages = [graded('plain'), graded('weak', 'IIb'), graded('strong', 'I')];
  const order = (query: string) => rank(query, passages).map(({ passage }) => passage.docKey);

  it('a guideline question gets the strongest recommendation first', () => {
    expect(order('guideline norepinephrine septic shock')).toEqual(['strong', 'weak', 'plain']);
  });

  it('other questions keep the order', () => {
    const [first] = rank('norepinephrine dose septic shock', passages);
    expect(first?.stages).not.toHaveProperty('recommendation');
  });
});
