import { describe, expect, it } from 'vitest';
import { handEvidence, rightByHand, wrongByHand } from '../../../../eval/alignment/hand-written.ts';
import { madeUpGuidelines } from '../../../../eval/alignment/made-up-guidelines.ts';
import { trySentences } from '../../../../eval/alignment/try-sentences.ts';
import { checked, numbered } from './checked.ts';
import { misleadingSentences } from './misleading-sentences.ts';

describe('guideline statements', () => {
  const { quoted, wrong, right, kept, replaced, left } = trySentences(madeUpGuidelines);

  it('are shown word for word', () => {
    expect(quoted.tried).toBeGreaterThan(30);
    expect(quoted.faults).toEqual([]);
  });

  it('are rejected in every variant with a different meaning', () => {
    expect(wrong.tried).toBeGreaterThan(1000);
    expect(wrong.faults).toEqual([]);
  });

  it('are accepted in most variants with the same meaning, and replaced by the original in the others', () => {
    expect(kept / right).toBeGreaterThan(0.6);
    expect(left).toBe(0);
    expect(replaced).toBe(right - kept);
  });
});

describe('a misleading sentence', () => {
  // Only the sentence itself: the shown text may begin the same, and continue like its source.
  it.each(misleadingSentences.map(([wrong, says, question]) => ({ wrong, says, question })))(
    'is not shown: $wrong: $says',
    ({ says, question }) => {
      const { text, struck } = checked(says, madeUpGuidelines, { question: question ?? 'What is given?' });
      expect(struck).not.toEqual([]);
      for (const { sentence } of struck) expect(text).not.toContain(`${sentence.replace(/[.\s]+$/, '')} [`);
    },
  );
});

describe('an amount', () => {
  const evidence = numbered('Give zorvapril 1 mg/kg IM, maximum 1,000 mcg.\n\nGive heparin 5000 units IV.');

  it.each([
    ['Give zorvapril 1.0 mg/kg IM, maximum 1,000 mcg [1].', '1.0'],
    ['Give zorvapril 01 mg/kg IM, maximum 1,000 mcg [1].', '01'],
    ['Give zorvapril 1,0 mg/kg IM, maximum 1,000 mcg [1].', '1,0 mg'],
    ['Give zorvapril 1 mg/kg IM, maximum 1,000 µg [1].', 'µg'],
    ['Give heparin 5000 U IV [1].', '5000 U '],
    ['Give heparin 5000 IU IV [1].', 'IU'],
  ])('is shown as its source writes it, since others may misread it: %s', (says, never) => {
    const { text, struck } = checked(says, evidence);
    expect(struck).toHaveLength(1);
    expect(text).not.toContain(never);
    expect(text).toMatch(/1 mg\/kg IM, maximum 1,000 mcg|5000 units IV/);
  });

  it('may have its digits grouped or not', () => {
    for (const says of [
      'Give zorvapril 1 mg/kg IM, maximum 1000 mcg [1].',
      'Give heparin 5,000 units IV [1].',
      'Give heparin 5000 units IV [1].',
    ])
      expect(checked(says, evidence).struck, says).toEqual([]);
  });
});

/** Whether a text contains a sentence as a whole, with or without a citation behind it. */
const contains = (text: string, sentence: string): boolean => {
  const bare = sentence.replace(/[.\s]+$/, '').trim();
  return (
    text.includes(`${bare} [`) || text.split('\n').some((line) => line.trim().replace(/\.$/, '') === bare)
  );
};

describe('a sentence written by hand', () => {
  it.each(wrongByHand.map(([kind, says, question]) => ({ kind, says, question })))(
    'is not shown when wrong: $kind: $says',
    ({ says, question }) => {
      const { text, struck } = checked(says, handEvidence, { question: question ?? 'What is given?' });
      expect(struck).not.toEqual([]);
      for (const { sentence } of struck) expect(contains(text, sentence), text).toBe(false);
    },
  );

  it.each(rightByHand)('is shown, or replaced by its source, when right: %s', (says, source) => {
    const { text, struck } = checked(says, handEvidence);
    expect(text).not.toBe('');
    if (struck.length > 0) expect(text).toContain(source);
  });
});

describe('a heading of an answer', () => {
  const question = 'treatment of anaphylaxis';
  const evidence = numbered(
    { title: 'Anaphylaxis', text: 'Epinephrine 0.5 mg IM.' },
    { title: 'Cardiac arrest', text: 'Epinephrine 1 mg IV every 3-5 minutes.' },
  );

  it('is shown above a sentence that agrees with it', () => {
    const said = '## Treatment of anaphylaxis\n\nEpinephrine 0.5 mg IM [1].';
    expect(checked(said, evidence, { question }).text).toBe(said.replace('\n\n', '\n'));
  });

  it('does not appear above a dose for another condition', () => {
    const said = '## Treatment of anaphylaxis\n\nEpinephrine 1 mg IV every 3-5 minutes [2].';
    expect(checked(said, evidence, { question }).text).toBe(
      'Cardiac arrest: Epinephrine 1 mg IV every 3-5 minutes [2].',
    );
  });

  it('is not shown when neither a source nor the question contains it', () => {
    expect(checked('## Safe for everybody\n\nEpinephrine 0.5 mg IM [1].', evidence, { question }).text).toBe(
      'Epinephrine 0.5 mg IM [1].',
    );
  });
});

describe('a sentence cut off from its statement', () => {
  const evidence = numbered({
    title: 'Pain',
    text: 'Fentanyl 50 mcg IV. Do not give fentanyl below 90 mmHg.\nMorphine 5 mg IV.\nMay be repeated once after 10 minutes.',
  });

  it('is followed by the continuation of its statement', () => {
    expect(checked('Give fentanyl 50 mcg IV [1].', evidence).text).toBe(
      'Give fentanyl 50 mcg IV [1]. Do not give fentanyl below 90 mmHg [1].',
    );
  });

  it('names the statement that it continues', () => {
    expect(checked('Fentanyl 50 mcg IV [1]. May be repeated once after 10 minutes [1].', evidence).text).toBe(
      'Fentanyl 50 mcg IV [1]. Do not give fentanyl below 90 mmHg [1]. Morphine 5 mg IV: May be repeated once after 10 minutes [1].',
    );
  });
});

describe('a claim that the sources are silent', () => {
  const evidence = numbered({ title: 'Pain', text: 'Fentanyl 50 mcg IV.' });

  it.each([
    'The sources give no dose of ketamine.',
    'The documents do not mention ketamine.',
    'The sources do not answer this.',
  ])('is shown when true: %s', (says) => expect(checked(says, evidence).text).toBe(says));

  it.each([
    'The sources give no dose of fentanyl.',
    'The documents do not mention fentanyl.',
    'The documents do not say not to give ketamine.',
  ])('is not shown when false: %s', (says) => expect(checked(says, evidence).text).not.toContain(says));
});

describe('a reference to another place', () => {
  const references = [
    '(ref. 2)',
    '(refs. 2, 3)',
    '(see Table 2)',
    '(Figure 3A)',
    '(see section 4.2)',
    '[see Warnings and Precautions (5.2)]',
    '[see Dosage and Administration (2.1) and Clinical Pharmacology (12.3)]',
  ];
  const evidenceWith = (reference: string) =>
    numbered({ title: 'Opioid overdose', text: `Adults: naloxone 0.4 mg IV ${reference}.` });

  it.each(references)('may be repeated or left out: %s', (reference) => {
    for (const says of ['Adults: naloxone 0.4 mg IV.', `Adults: naloxone 0.4 mg IV ${reference}.`])
      expect(checked(says, evidenceWith(reference)).struck).toEqual([]);
  });

  it.each(references)('is not added by a model: %s', (reference) => {
    const { text } = checked(
      `Adults: naloxone 0.4 mg IV ${reference}.`,
      numbered({ title: 'Opioid overdose', text: 'Adults: naloxone 0.4 mg IV.' }),
    );
    expect(['', 'Adults: naloxone 0.4 mg IV [1].']).toContain(text);
  });

  it.each(['(maximum 2 mg)', '(see Table 2 for children)', '(not if allergic)', '(section of 2 mg)'])(
    'is not what limits a dose, which stays: %s',
    (limit) => {
      const { struck } = checked('Adults: naloxone 0.4 mg IV.', evidenceWith(limit));
      expect(struck).toHaveLength(1);
    },
  );
});
