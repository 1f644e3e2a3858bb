import { describe, expect, it } from 'vitest';
import type { ClinicalContext } from '../../../../domain/consultation/clinical-context.ts';
import { composeExtractiveAnswer } from '../../../../domain/consultation/compose-extractive-answer.ts';
import { patientFactsOf } from '../../../../domain/consultation/patient-facts.ts';
import type { Passage } from '../../../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

const factsOf = (question: string, context?: ClinicalContext) =>
  patientFactsOf(interpretQuery(question, emptyVocabulary), context);

const answer = (question: string, context: ClinicalContext, ...passages: readonly Passage[]) =>
  composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    passages.map((passage, index) => ({ passage, score: 0.9 - index * 0.05 })),
    { context },
  );

describe('the known facts about a patient', () => {
  it('come from the question', () => {
    expect(factsOf('6yo girl 20kg anaphylaxis')).toMatchObject({
      ageYears: 6,
      weightKg: 20,
      sex: 'female',
      population: 'pediatric',
    });
  });

  it('come from the conversation when the question is silent', () => {
    const context = { patientAge: 54, patientWeight: 80, patientSex: 'male' } as const;
    expect(factsOf('aspirin dose', context)).toMatchObject({
      ageYears: 54,
      weightKg: 80,
      sex: 'male',
      population: 'adult',
    });
  });

  it('keep age and weight when the question names the same age group or age', () => {
    const context = { patientAge: 5, patientWeight: 18 };
    expect(factsOf('fluid bolus pediatric', context)).toMatchObject({ ageYears: 5, weightKg: 18 });
    expect(factsOf('fluid bolus 5 year old', context)).toMatchObject({ ageYears: 5, weightKg: 18 });
    expect(factsOf('fluid bolus 9 year old', context)).not.toHaveProperty('weightKg');
  });

  it('ignore the conversation when the question names other patients', () => {
    const facts = factsOf('and in children?', { patientAge: 54, patientWeight: 80 });
    expect(facts.population).toBe('pediatric');
    expect(facts.ageYears).toBeUndefined();
    expect(facts.weightKg).toBeUndefined();
  });

  it("infer a child from a child's weight when no age is known", () => {
    expect(factsOf('seizing', { patientWeight: 14 }).population).toBe('pediatric');
    expect(factsOf('seizing', { patientWeight: 38, patientAge: 81 }).population).toBe('adult');
  });

  it.each([
    ['zofran for a pregnant patient', true],
    ['seizing 34 weeks gestation', true],
    ['patient is not pregnant, abdominal pain', false],
    ['abdominal pain', undefined],
  ] as const)('infer from "%s" whether the patient is pregnant', (question, expected) => {
    expect(factsOf(question).pregnant).toBe(expected);
  });

  it('infer a pregnancy from the history', () => {
    expect(factsOf('seizing', { relevantHistory: '34 weeks pregnant' }).pregnant).toBe(true);
  });
});

describe('an answer for a known patient', () => {
  const child = givenPassage({ docKey: 'c', title: 'Seizure (Pediatric)', text: 'Midazolam 0.1 mg/kg IV' });
  const grown = givenPassage({ docKey: 'a', title: 'Seizure (Adult)', text: 'Midazolam 5 mg IV' });

  it('contains the text for patients of that age', () => {
    const keys = (context: ClinicalContext) =>
      answer('midazolam dose seizure', context, child, grown).citations.map(({ passage }) => passage.docKey);
    expect(keys({ patientAge: 54 })).toEqual(['a']);
    expect(keys({ patientAge: 4 })).toEqual(['c']);
  });

  const chestPain = givenPassage({
    title: 'Chest Pain',
    text: '6. Nitroglycerin 0.4 mg SL\nHold if the patient has taken a sexually enhancing drug within 48 hours.\n\n7. Fentanyl 50 mcg IV for pain',
  });

  it('states first that a known medication is named as a reason to hold', () => {
    const { answer: text } = answer(
      'can i give nitro',
      { currentMedications: ['sildenafil', 'metoprolol'] },
      chestPain,
    );
    expect(text).toMatch(
      /^Known medication sildenafil: “Hold if the patient has taken a sexually enhancing drug within 48 hours\.” \[1\]\n/,
    );
    expect(text).not.toContain('metoprolol');
  });

  it('does not read a warning against a drug as a warning to patients who take it', () => {
    const passage = givenPassage({ text: 'Aspirin 325 mg PO\n\nDo not give nitroglycerin below 100 mmHg.' });
    const { answer: text } = answer('aspirin dose', { currentMedications: ['nitroglycerin'] }, passage);
    expect(text).not.toContain('Known medication');
  });

  it.each([
    ['fentanyl', 'Known allergy to fentanyl: the question asks about fentanyl.'],
    ['opioids', 'Known allergy to opioids: the question asks about fentanyl, which belongs to that class.'],
    ['morphine', 'Known allergy to morphine: the question asks about fentanyl, of the same class (opioid).'],
  ])('states first that a known allergy to %s concerns the requested drug', (allergy, sentence) => {
    const { answer: text } = answer('fentanyl for chest pain', { allergies: [allergy] }, chestPain);
    expect(text.startsWith(sentence)).toBe(true);
  });

  it('marks the excerpts that name an allergy of the patient', () => {
    const { answer: text } = answer('chest pain treatment', { allergies: ['fentanyl', 'NKDA'] }, chestPain);
    expect(text.startsWith('Known allergy to fentanyl: it is named in [1].')).toBe(true);
    expect(text).not.toContain('NKDA');
  });
});
