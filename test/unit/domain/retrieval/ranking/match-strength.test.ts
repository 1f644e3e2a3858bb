import { describe, expect, it } from 'vitest';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import {
  type MatchStrength,
  matchStrengthFor,
  minimumSimilarity,
  similarityThresholds,
} from '../../../../../domain/retrieval/ranking/match-strength.ts';
import {
  analyzedFields,
  candidateOf,
  rankContextOf,
} from '../../../../../domain/retrieval/ranking/rank-features.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';
import { givenPassage } from '../given-passages.ts';

const nothing = { lexical: 0, dense: 0, fused: 0 };
const strengthOf = (query: string, text: string, similarity: number, hasVectors = true): MatchStrength => {
  const passage = givenPassage({ title: 'Protocol', text });
  const context = rankContextOf(interpretQuery(query, emptyVocabulary));
  return matchStrengthFor(context, hasVectors)(
    candidateOf(passage, nothing, analyzedFields(passage)),
    similarity,
  );
};

describe('how well a passage matches', () => {
  it('has the thresholds of the protocol guide', () => {
    const { medication_dosing, procedure_steps, general } = similarityThresholds;
    expect([medication_dosing, procedure_steps, general, minimumSimilarity]).toEqual([0.38, 0.35, 0.3, 0.2]);
    for (const threshold of Object.values(similarityThresholds))
      expect(threshold).toBeGreaterThan(minimumSimilarity);
  });

  it('is strong where it speaks of a thing of medicine that was asked about, under any of its names', () => {
    expect(strengthOf('what about narcan at night', 'Give naloxone.', 0)).toBe('strong');
    expect(strengthOf('heart attack transport', 'STEMI patients go elsewhere.', 0)).toBe('strong');
  });

  it('is strong from the threshold of the intent on, whatever the words', () => {
    const text = 'Nothing in common here.';
    expect(strengthOf('dose of naloxone', text, 0.38)).toBe('strong');
    expect(strengthOf('dose of naloxone', text, 0.37)).not.toBe('strong');
    expect(strengthOf('dirty needle on a call', text, 0.3)).toBe('strong');
    expect(strengthOf('dirty needle on a call', text, 0.29)).not.toBe('strong');
  });

  it('is strong where it has nearly all the words', () => {
    expect(strengthOf('yellow copy kept by whom', 'Who keeps it: the yellow copy is kept.', 0)).toBe(
      'strong',
    );
  });

  it('is weak where some words agree and nothing else does', () => {
    expect(strengthOf('steps to perform cataract surgery', 'Perform these: surgery.', 0.1)).toBe('weak');
  });

  it('is weak where only the population agrees', () => {
    expect(strengthOf('adult swimming lessons', 'Adult lessons on a form.', 0.1)).toBe('weak');
  });

  it('is none where next to nothing agrees', () => {
    expect(strengthOf('photosynthesis chlorophyll sunlight leaves', 'Sunlight hurts.', 0.1)).toBe('none');
    expect(strengthOf('photosynthesis chlorophyll sunlight leaves', 'Sunlight hurts.', 0.25)).toBe('weak');
    expect(strengthOf('photosynthesis', 'Give naloxone.', 0.1)).toBe('none');
  });

  it('is not called weak without vectors to tell by', () => {
    expect(strengthOf('steps to perform cataract surgery', 'Perform these: surgery.', 0, false)).toBe(
      'strong',
    );
    expect(strengthOf('photosynthesis', 'Give naloxone.', 0, false)).toBe('none');
  });

  it('is strong for a protocol asked for by its number', () => {
    expect(strengthOf('ref 1234 form', 'See Ref. 1234.', 0)).toBe('strong');
  });
});
