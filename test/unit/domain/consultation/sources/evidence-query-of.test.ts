import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDrugLike } from '../../../../../domain/consultation/sources/drug-like.ts';
import { evidenceQueryOf } from '../../../../../domain/consultation/sources/evidence-query-of.ts';
import { detectPhi } from '../../../../../domain/privacy/detect-phi.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';

const queryOf = (question: string) =>
  evidenceQueryOf(question, detectPhi(question).findings, 'treatment', emptyVocabulary);

describe('the query sent to external sources', () => {
  test('contains the named concepts, in the words of the terminology', () => {
    expect(queryOf('how much narcan for an opiod overdose in a child?')).toEqual({
      terms: { drugs: ['naloxone'], conditions: ['poisoning'], procedures: [], words: [] },
      population: 'pediatric',
      intent: 'treatment',
    });
  });

  test('contains nothing about a person whom the question names', () => {
    const query = queryOf(
      'Pt John Smith, DOB 03/04/1961, MRN 12345678, tel. 415-555-0132: amiodarone dose for ventricular fibrillation?',
    );
    expect(query?.terms.drugs).toEqual(['amiodarone']);
    expect(JSON.stringify(query)).not.toMatch(/\d|smith|john/i);
  });

  test('reads no condition out of a name', () => {
    const query = queryOf('Mr. Robert Graves, MRN 12345678, has asthma');
    expect(query?.terms.conditions.join()).toMatch(/asthma/);
    expect(query?.terms.conditions.join()).not.toMatch(/graves|thyro/i);
  });

  test('is empty when only the person is left', () => {
    expect(queryOf('What did John Smith, MRN 12345678, say on 03/04/2021 about his dog?')).toBeUndefined();
    expect(queryOf('???')).toBeUndefined();
    expect(queryOf('help')).toBeUndefined();
  });

  test('recognizes drugs newer than the terminology by their stems', () => {
    expect(queryOf('lecanemab in early disease')?.terms.drugs).toEqual(['lecanemab']);
  });

  test('uses general words when the terminology has none of them', () => {
    const query = queryOf('does music help nurses sleep after night shifts with zorblatt?');
    expect(query?.terms.words).toContain('music');
    expect(query?.terms.words.join()).not.toContain('zorblatt');
    expect(query?.terms.words.length).toBeLessThanOrEqual(6);
  });

  test('contains only dictionary words and terms of the terminology, for any question', () => {
    const words = fc.constantFrom(
      'naloxone',
      'music',
      'sleep',
      'John',
      'Smith',
      '12345678',
      'zumab',
      'é🫀',
      '[au]',
    );
    const question = fc.array(fc.oneof(words, fc.string({ unit: 'binary' })), { maxLength: 12 });
    const holds = fc.property(question, (parts) => {
      const { drugs = [], words: plain = [] } = queryOf(parts.join(' '))?.terms ?? {};
      return (
        plain.every((word) => /^[a-z-]+$/.test(word) && emptyVocabulary.isEnglish(word)) &&
        drugs.every((drug) => drug === 'naloxone' || isDrugLike(drug))
      );
    });
    expect(fc.check(holds, { numRuns: 50 }).counterexample).toBeNull();
  });

  test('is bounded however long the question is', () => {
    const query = queryOf(
      'naloxone amiodarone adenosine atropine aspirin ketamine midazolam fentanyl '.repeat(50),
    );
    expect(query?.terms.drugs).toHaveLength(4);
  });
});
