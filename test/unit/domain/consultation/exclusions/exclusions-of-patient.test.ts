import { describe, expect, it } from 'vitest';
import type { ClinicalContext } from '../../../../../domain/consultation/clinical-context.ts';
import { composeExtractiveAnswer } from '../../../../../domain/consultation/compose-extractive-answer.ts';
import { statedAllergiesIn } from '../../../../../domain/consultation/exclusions/stated-allergies.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';
import { givenPassage } from '../../retrieval/given-passages.ts';

/** The answer of one document, of which the passage with the dose was found. */
const answerFrom = (question: string, text: string, context: ClinicalContext = {}): string => {
  const passage = givenPassage({ title: 'Field Formulary', text });
  return composeExtractiveAnswer(interpretQuery(question, emptyVocabulary), [{ passage, score: 0.9 }], {
    context,
    wholeDocument: () => [passage],
  }).answer;
};

const dose = 'Ketorolac 15 mg IV once for pain.';

/** Layouts in which a document may exclude patients from ketorolac. */
const layouts: readonly (readonly [string, (item: string) => string])[] = [
  [
    'below a heading',
    (item) =>
      `# Ketorolac\n\n## Dose\n\n${dose}\n\n## Contraindications\n\n- Active bleeding\n- ${item}\n- Peptic ulcer`,
  ],
  [
    'in a list below a line',
    (item) => `# Ketorolac\n\n${dose}\n\nContraindications:\n• Active bleeding\n• ${item}`,
  ],
  [
    'in a list of exclusions',
    (item) => `# Pain\n\n1. ${dose}\n\nKetorolac Exclusions:\n• ${item}\n• Active bleeding`,
  ],
  [
    'below "do not give"',
    (item) =>
      `# Pain\n\n${dose}\n\nDo not give ketorolac if any of the following:\n• Active bleeding\n• ${item}`,
  ],
  [
    'far below the dose',
    (item) =>
      `# Ketorolac\n\n## Dose\n\n${dose}\n\n${'The crew writes a report of every patient. '.repeat(60)}\n\n## Contraindications\n\n- ${item}`,
  ],
];

/** What a question states of its patient, and the items that exclude such a patient. */
const facts: readonly (readonly [string, readonly string[]])[] = [
  [
    'ketorolac dose for a pregnant patient',
    ['Pregnancy', 'Known or suspected pregnancy', 'Pregnant patients'],
  ],
  [
    'ketorolac dose in renal failure',
    [
      'Renal failure',
      'Renal insufficiency',
      'Kidney disease',
      'Dialysis patients',
      'Severe renal impairment (CrCl < 30 mL/min)',
    ],
  ],
  [
    'ketorolac dose for a dialysis patient',
    ['Renal failure', 'Known renal impairment', 'Patients on hemodialysis'],
  ],
  [
    'ketorolac dose for a 9 year old',
    [
      'Age < 16 years',
      'Patients under 12 years of age',
      'Children',
      'Pediatric patients',
      'Less than 14 years old',
    ],
  ],
  ['ketorolac dose for a 78 year old', ['Age > 65 years', 'Patients older than 70 years', '≥ 75 years']],
  ['ketorolac dose 40 kg', ['Weight < 50 kg', 'Patients weighing less than 45 kg']],
  [
    'ketorolac dose for a patient on warfarin',
    ['Anticoagulants', 'Warfarin', 'Patients on blood thinners', 'Taking Coumadin'],
  ],
  ['ketorolac dose aspirin allergy', ['Allergy to aspirin or NSAIDs', 'Known hypersensitivity to aspirin']],
  ['ketorolac dose, patient allergic to ketorolac', ['Known allergy', 'Hypersensitivity to NSAIDs']],
  ['ketorolac dose for a patient with asthma', ['Asthma', 'History of asthma']],
  [
    'ketorolac for a patient with altered mental status',
    ['Altered mental status', 'Altered mental status (GCS < 15)'],
  ],
  ['ketorolac dose in cirrhosis', ['Liver disease', 'Hepatic impairment']],
];

const excludes = (answer: string): boolean => answer.startsWith('Excluded for this patient (');

describe('an answer for a patient whom the document excludes', () => {
  for (const [question, items] of facts)
    it(`says so first: ${question}`, () => {
      for (const [, layout] of layouts)
        for (const item of items) {
          const answer = answerFrom(question, layout(item));
          const [first = ''] = answer.split('\n');
          expect(first).toMatch(/^Excluded for this patient \(/);
          expect(first).toContain(item.replace(/:$/, ''));
          expect(first).toMatch(/\[1\]/);
        }
    });

  it.each([
    ['Ketorolac is contraindicated in pregnancy.', 'ketorolac dose pregnant'],
    ['Do not give ketorolac to children under 16 years.', 'ketorolac dose 9 yo'],
    ['Avoid ketorolac in patients with renal disease.', 'ketorolac dose ckd'],
    ['In renal failure, do not use ketorolac.', 'ketorolac dose renal failure'],
    ['Ketorolac should not be given to patients taking anticoagulants.', 'ketorolac dose on eliquis'],
    ['Pregnant patients must not receive ketorolac.', 'ketorolac dose 20 weeks pregnant'],
    ['Ketorolac should not be used in children under the age of 16 years.', 'ketorolac dose 9 yo'],
    ['Contraindications to ketorolac in adults include asthma.', 'ketorolac dose asthma'],
    ['Ketorolac is not recommended in asthma because it may close the airways.', 'ketorolac dose asthma'],
    ['Avoid ketorolac in patients with prolonged vomiting and asthma.', 'ketorolac dose asthma'],
  ])('reads a sentence: %s', (sentence, question) => {
    expect(answerFrom(question, `# Pain\n\n${dose}\n\n${sentence}`)).toContain(sentence);
    expect(excludes(answerFrom(question, `# Pain\n\n${dose}\n\n${sentence}`))).toBe(true);
  });

  it('reads the history of the conversation', () => {
    const text = `# Ketorolac\n\n${dose}\n\nContraindications:\n• Renal failure\n• Asthma`;
    expect(excludes(answerFrom('ketorolac dose', text, { relevantHistory: 'chronic kidney disease' }))).toBe(
      true,
    );
    expect(excludes(answerFrom('ketorolac dose', text, { relevantHistory: 'hypothyroidism' }))).toBe(false);
  });

  it.each([
    ['apixaban', 'Current anticoagulation therapy or active bleeding'],
    ['warfarin 5 mg daily', 'Anticoagulants'],
    ['prednisone', 'Current steroid use'],
    ['ibuprofen', 'Other NSAID use in the past six hours'],
  ])('reads the medications of the conversation: %s', (medication, item) => {
    for (const [, layout] of layouts) {
      const answer = answerFrom('ketorolac for back pain', layout(item), {
        currentMedications: [medication],
      });
      expect(answer).toMatch(new RegExp(`^Known medication ${medication}: .*${item}`));
      expect(answer.match(/Known medication/g)).toHaveLength(1);
    }
  });

  it('reads a document titled after the drug although another one is quoted', () => {
    const child = givenPassage({
      title: 'Trauma - Pediatric',
      docKey: 'trauma-pediatric',
      chunkId: 'trauma-pediatric',
      text: '# Hypotension\n\n• Tranexamic acid 1 g IV over 10 minutes',
    });
    const drug = givenPassage({
      title: 'Tranexamic Acid',
      docKey: 'tranexamic-acid',
      chunkId: 'tranexamic-acid',
      text: '# Tranexamic Acid\n\n## Dose\n\nAdults: 1 g in 100 mL over 10 minutes.\n\n## Contraindications\n\n- Stroke\n- Age less than 15 years',
    });
    const { answer, citations } = composeExtractiveAnswer(
      interpretQuery('tranexamic acid for a 13 year old, stabbed', emptyVocabulary),
      [
        { passage: child, score: 0.9 },
        { passage: drug, score: 0.8 },
      ],
      { wholeDocument: (docKey) => (docKey === 'tranexamic-acid' ? [drug] : [child]), limit: 1 },
    );
    expect(citations.map(({ passage }) => passage.title)).toEqual(['Trauma - Pediatric']);
    expect(answer).toMatch(
      /^Excluded for this patient \(13 years\): “.*Age less than 15 years” \(Tranexamic Acid\)/,
    );
  });

  it('compares a drug that only the excerpt gives', () => {
    const text = `# Pain\n\n## Treatment\n\n1. For severe pain: ketorolac 15 mg IV\n\nKetorolac Exclusions:\n• Pregnancy`;
    expect(excludes(answerFrom('severe pain treatment pregnant', text))).toBe(true);
  });
});

describe('an answer for a patient whom the document does not exclude', () => {
  for (const [question, item] of [
    ['ketorolac dose', 'Pregnancy'],
    ['ketorolac dose for a patient who is not pregnant', 'Pregnancy'],
    ['ketorolac dose for a 30 year old', 'Age < 16 years'],
    ['ketorolac dose for a 9 year old', 'Surgery within 3 years'],
    ['ketorolac dose for a 9 year old', 'Children under 2 years'],
    ['ketorolac dose for a 30 year old', 'Symptoms for more than 24 hours'],
    ['ketorolac dose 80 kg', 'Weight < 50 kg'],
    ['ketorolac dose 80 kg', 'More than 30 mg/kg'],
    ['ketorolac dose for a patient on metoprolol', 'Anticoagulants'],
    ['ketorolac dose for a patient with asthma', 'Peptic ulcer'],
    ['ketorolac dose latex allergy', 'Allergy to aspirin'],
    ['ketorolac dose for a pregnant patient', 'Bleeding, pregnancy is not a contraindication'],
    ['ketorolac dose for a pregnant patient', 'Bleeding, unless pregnant'],
    ['ketorolac dose for a patient in asystole', 'Traumatic cardiac arrest'],
    ['ketorolac dose for acute coronary syndrome', 'Inferior infarction'],
    ['ketorolac dose for a child', 'Children under the age of 1 year'],
    ['ketorolac dose for a child', 'Children who must go to the operating theatre'],
  ] as const)
    it(`does not say so: ${question}, ${item}`, () => {
      for (const [, layout] of layouts) expect(excludes(answerFrom(question, layout(item)))).toBe(false);
    });

  it.each([
    ['Do not give more than 30 mg to children under 16 years.', 'ketorolac dose 9 yo'],
    ['Access should not take priority over ketorolac in pregnancy.', 'ketorolac dose pregnant'],
    ['Ketorolac is contraindicated in multi-system trauma.', 'ketorolac for a head injury'],
    ['Do not delay ketorolac in pregnancy.', 'ketorolac dose pregnant'],
    [
      'The routine use of ketorolac is not recommended as it may delay the recognition of renal failure.',
      'ketorolac dose renal failure',
    ],
    ['Ketorolac is not advised since asthma may go unnoticed.', 'ketorolac dose asthma'],
    ['Avoid excessive ketorolac in patients with asthma.', 'ketorolac dose asthma'],
    ['Ketorolac should not be given rapidly in asthma.', 'ketorolac dose asthma'],
    [
      'Contraindications to ketorolac in children include sleep apnoea and gastric bleeding.',
      'ketorolac dose for a child',
    ],
    ['The mixture expands, and as such, is contraindicated in asthma.', 'ketorolac dose asthma'],
    [
      'The weight of the child counts, but asthma should not be considered as a contraindication to ketorolac.',
      'ketorolac dose for a child with asthma',
    ],
    [
      'Ketorolac pens exist. However, these devices are heavy, so they should not be used in asthma.',
      'ketorolac dose asthma',
    ],
    ['Avoid morphine in renal failure; give ketorolac.', 'ketorolac dose renal failure'],
    [
      'Ketorolac is contraindicated in bleeding. Pregnant patients go to the maternity unit.',
      'ketorolac dose pregnant',
    ],
  ])('reads a sentence that is not about them: %s', (sentence, question) => {
    expect(excludes(answerFrom(question, `# Pain\n\n${dose}\n\n${sentence}`))).toBe(false);
  });

  it('holds nothing against a drug that the patient is on, or another strength of the same drug', () => {
    const nitro =
      '# Chest pain\n\nNitroglycerin 0.4 mg SL\n\nHold nitroglycerin if the patient took sildenafil.';
    const answer = answerFrom('nitroglycerin for chest pain, took sildenafil yesterday', nitro);
    expect(answer).toMatch(/^Excluded for this patient \(with sildenafil\)/);
    expect(answer).not.toContain('(nitroglycerin)');
    const sugar = '# Low sugar\n\nDextrose 10% 5 mL/kg IV\n\nDo not give dextrose 50% to newborns.';
    expect(excludes(answerFrom('how many mL of D10 equal one amp of D50', sugar))).toBe(false);
  });

  it('compares only what is asked for, where a drug is', () => {
    const text = `# Pain\n\nFentanyl 1 mcg/kg IV, ketorolac 0.5 mg/kg IV\n\nKetorolac Exclusions:\n• Age < 1 year`;
    expect(excludes(answerFrom('fentanyl dose 2 month old', text))).toBe(false);
  });

  it('does not hold the exclusions of one drug against another', () => {
    const text = `# Pain\n\nFentanyl 50 mcg IV for pain.\n\nKetorolac Exclusions:\n• Pregnancy`;
    expect(excludes(answerFrom('fentanyl dose pregnant', text))).toBe(false);
  });
});

describe('the allergies stated in a question', () => {
  it.each([
    ['cefazolin dose, allergic to penicillin', ['penicillin']],
    ['penicillin allergy what can i give', ['penicillin']],
    ['pt with sulfa allergy furosemide dose', ['sulfa']],
    ['no known allergies, ketorolac dose', []],
    ['allergic reaction to peanuts', []],
    ['allergic reaction epinephrine dose', []],
    ['anaphylaxis from a bee sting', []],
  ])('%s', (question, expected) => {
    expect(statedAllergiesIn(question)).toEqual(expected);
  });
});
