import { describe, expect, it } from 'vitest';
import { createLexicalIndex } from '../../../../../domain/retrieval/lexical/lexical-index.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import {
  judgeMatches,
  type MatchStrength,
  minimumSimilarity,
  paraphraseSimilarity,
  similarityThresholds,
} from '../../../../../domain/retrieval/ranking/match-strength.ts';
import {
  analyzedFields,
  candidateOf,
  rankContextOf,
} from '../../../../../domain/retrieval/ranking/rank-context.ts';
import { createEnglishDictionary } from '../../../../../infra/reading/language/english-dictionary.ts';
import { givenPassage } from '../given-passages.ts';

const dictionary = createEnglishDictionary();
const nothing = { lexical: 0, dense: 0, fused: 0 };

/** The matches of some passages, each of another document, in a corpus with further ones. */
const strengthsOf = (
  query: string,
  texts: readonly string[],
  { similarity = 0, others = [] }: { readonly similarity?: number; readonly others?: readonly string[] } = {},
): readonly MatchStrength[] => {
  const index = createLexicalIndex(dictionary);
  const passages = [...texts, ...others].map((text, at) =>
    givenPassage({ docKey: `d${at}`, title: 'Text', text }),
  );
  for (const passage of passages) index.putDocument(passage.docKey, [passage]);
  const interpretation = interpretQuery(query, index.vocabulary);
  const context = rankContextOf(interpretation, undefined, index.vocabulary);
  const found = passages.slice(0, texts.length).map((passage) => ({
    candidate: candidateOf(passage, nothing, analyzedFields(passage), context),
    similarity,
  }));
  return judgeMatches(context, found).map(({ strength }) => strength);
};
const unrelated = [
  'oxygen',
  'gloves',
  'base',
  'stretcher',
  'siren',
  'radio',
  'mask',
  'ramp',
  'keys',
  'form',
].map((word) => `Look after the ${word}.`);
const strengthOf = (query: string, text: string, similarity = 0): MatchStrength | undefined =>
  strengthsOf(query, [text], { similarity, others: unrelated })[0];

const fractures = ['Splint the fracture of an arm.', 'A fracture of the ribs.', 'Fracture: treat the pain.'];

describe('the match strength of a passage', () => {
  it('has the thresholds of the protocol guide', () => {
    const { medication_dosing, procedure_steps, general } = similarityThresholds;
    expect([medication_dosing, procedure_steps, general, minimumSimilarity]).toEqual([0.38, 0.35, 0.3, 0.2]);
    for (const threshold of Object.values(similarityThresholds)) {
      expect(threshold).toBeGreaterThan(minimumSimilarity);
      expect(threshold).toBeLessThan(paraphraseSimilarity);
    }
  });

  it('is strong when it covers the subject of the question, under any of its names', () => {
    expect(strengthOf('what about narcan at night', 'Give naloxone.')).toBe('strong');
    expect(strengthOf('heart attack transport', 'STEMI patients go elsewhere.')).toBe('strong');
    expect(strengthOf('yellow copy kept by whom', 'Who keeps it: the yellow copy is kept.')).toBe('strong');
  });

  it('is weak when it shares only common words with the question, and not the rare ones', () => {
    const [first, rare] = strengthsOf(
      'osteogenesis bisphosphonate fracture',
      [fractures[0] ?? '', 'Bisphosphonate in osteogenesis, before a fracture.'],
      { others: [...fractures, ...fractures] },
    );
    expect([first, rare]).toEqual(['weak', 'strong']);
  });

  it('ignores everyday words as the subject of a question', () => {
    const [exposure, stuck] = ['The county certifies an exposure.', 'He got stuck yesterday.'];
    expect(strengthOf('yesterday I got stuck, who certifies the exposure', exposure)).toBe('strong');
    expect(strengthOf('yesterday I got stuck with calculus', stuck)).toBe('weak');
  });

  it('counts a concept once, in any forms that the question uses', () => {
    const dystonic = 'Dystonic reaction: give diphenhydramine.';
    expect(strengthOf('benadryl diphenhydramine for myoclonus', dystonic)).toBe(
      strengthOf('benadryl for myoclonus', dystonic),
    );
  });

  it('is weak without the requested drug, even if everything else matches', () => {
    const seizure = 'Eclampsia with a seizure in pregnancy: give midazolam, turn her to the left side.';
    expect(strengthOf('magnesium in eclampsia with seizure', seizure)).toBe('weak');
    expect(strengthOf('magnesium in eclampsia with seizure', seizure, 0.9)).toBe('weak');
    expect(strengthOf('midazolam in eclampsia with seizure', seizure)).toBe('strong');
  });

  it('depends on whether the document is about the requested drug', () => {
    const document = (docKeys: readonly [string, string]) => {
      const [naming, other] = ['Calcium chloride 1 g.', 'Dialysis was missed: peaked T waves.'].map(
        (text, at) => givenPassage({ docKey: docKeys[at] ?? '', index: at, text }),
      );
      const context = rankContextOf(
        interpretQuery('calcium after missed dialysis with peaked t waves', createLexicalIndex().vocabulary),
      );
      const found = [naming, other].flatMap((passage) =>
        passage
          ? [
              {
                candidate: candidateOf(passage, nothing, analyzedFields(passage), context),
                similarity: 0,
              },
            ]
          : [],
      );
      return judgeMatches(context, found)[1]?.strength;
    };
    expect(document(['a', 'a'])).toBe('strong');
    expect(document(['a', 'b'])).toBe('weak');
  });

  it('needs fewer words above the similarity threshold of the intent, and none for a paraphrase', () => {
    const some = 'Before manometry he fasts.';
    const query = 'achalasia myotomy manometry';
    expect([0.29, 0.31].map((similarity) => strengthOf(query, some, similarity))).toEqual(['weak', 'strong']);
    const none = 'Nothing in common here.';
    expect([0.3, paraphraseSimilarity].map((similarity) => strengthOf(query, none, similarity))).toEqual([
      'weak',
      'strong',
    ]);
  });

  it('is none when no passage shares anything with the question', () => {
    expect(strengthOf('photosynthesis', 'Give naloxone.', 0.1)).toBe('none');
    expect(strengthOf('photosynthesis chlorophyll in plant leaves', 'He leaves.', 0.1)).toBe('none');
    expect(strengthOf('photosynthesis chlorophyll in plant leaves', 'He leaves.', 0.25)).toBe('weak');
  });

  it('is weak, not none, for a passage that shares a word while another covers more', () => {
    expect(strengthsOf('photosynthesis in leaves', ['He leaves.', 'Photosynthesis needs light.'])).toEqual([
      'weak',
      'strong',
    ]);
  });

  it('is strong for a protocol requested by its number', () => {
    expect(strengthOf('ref 1234 form', 'See Ref. 1234.')).toBe('strong');
  });
});
