import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeEvidenceMarks } from '../../../../../domain/consultation/answering/evidence-marks.ts';
import { verifyAnswer } from '../../../../../domain/consultation/answering/verify-answer.ts';
import { numbered } from './checked.ts';

const without = (pieces: readonly string[]): string => {
  const { push, end } = removeEvidenceMarks();
  return pieces.map(push).join('') + end();
};

it.each([
  ['1| Give 0.5 mg.\n12| Then wait.', 'Give 0.5 mg.\nThen wait.'],
  ['- 1| Give 0.5 mg. 2| Then wait.', '- Give 0.5 mg. Then wait.'],
  ['Q| What is given?\nP| Age: 4 years\nC| Asked: x\nGive it.', '\n\n\nGive it.'],
  ['Give it. Q| Then wait.', 'Give it. Then wait.'],
  ['1| 2| Give it.', 'Give it.'],
  ['1.2| Give 0.5 mg.\n12.3| Then wait.', 'Give 0.5 mg.\nThen wait.'],
  ['1.25 mg, 0.5 and 2.', '1.25 mg, 0.5 and 2.'],
  ['1|\n1| Give it.\n1|', '\nGive it.\n'],
  ['1| | Adults | 0.5 mg |', '| Adults | 0.5 mg |'],
  ['| Adults | 1| 2 |', '| Adults | 1| 2 |'],
  ['1. Give 1 | 2 or 1|2, SpO2| 90.', '1. Give 1 | 2 or 1|2, SpO2| 90.'],
])('marks of the evidence are removed from the words that they stand before: %j', (text, rest) => {
  expect(without([text])).toBe(rest);
});

it('the same is removed wherever the text is divided', () => {
  const text = fc.array(fc.constantFrom('1', '2', '|', ' ', '\n', 'Q', 'a', '.', '😀'), { maxLength: 30 });
  fc.assert(
    fc.property(text, (characters) => {
      expect(without(characters)).toBe(without([characters.join('')]));
    }),
  );
});

const evidence = numbered({
  title: 'Airway',
  text: '1. Open the airway.\n2. Give oxygen 15 L/min.\nDo not give zorvapril to patients with chest pain.',
});
const verified = (text: string) => verifyAnswer({ text, evidence, question: 'How is the airway opened?' });

it.each([
  '1| 1. Open the airway.\n1| 2. Give oxygen 15 L/min.',
  '1| Airway\n1| 1. Open the airway.\n\n1| 2. Give oxygen 15 L/min.',
  '1. Open the airway. 2. Give oxygen 15 L/min.',
])('an answer in copied lines is shown with citations behind its sentences: %j', (text) => {
  const judged = verified(text);
  expect(judged).toMatchObject({ verdict: 'shown' });
  const shown = 'text' in judged ? judged.text : '';
  expect(shown).toContain('1. Open the airway [1].');
  expect(shown).toContain('2. Give oxygen 15 L/min [1].');
  expect(shown).not.toMatch(/\d \[1\]\. |\d\| /);
});

it.each([
  'How is the airway opened?',
  'Q| How is the airway opened?',
  'Q| How is the airway opened?\nQ| Searched for: open airway\n\nThe answer is:\n'.repeat(5),
  '1.2| How is the airway opened',
  '**How is the airway opened:**',
  'Is oxygen given with 15 L/min?',
])('a question is no answer, and no statement takes its place: %j', (text) => {
  expect(verified(text)).toMatchObject({ verdict: 'unsupported' });
  expect(verified(`Open the airway [1].\n${text}`)).toMatchObject({
    verdict: 'shown',
    text: 'Open the airway [1].',
  });
});

it.each([
  'No monitoring is needed.',
  'It is safe.',
  'Please call the pharmacist.',
  'I have sent the e-mail.',
])('a sentence without numbers and citations that no source says is not shown: %s', (text) => {
  expect(verified(`1. Open the airway. ${text}`)).toMatchObject({
    verdict: 'shown',
    text: '1. Open the airway [1].',
  });
  expect(verified(text)).toMatchObject({ verdict: 'unsupported' });
});

describe('an answer of which nothing is proven', () => {
  const sources = numbered({
    title: 'Dysrhythmia of children',
    text: [
      '## Ventricular fibrillation',
      'Defibrillate with 2 J/kg, then with 4 J/kg.',
      '## Tachycardia',
      'Zorvapril 10-20 mL/kg IV; titrated to the systolic pressure, hold in heart failure.',
    ].join('\n'),
  });
  const said = (text: string) =>
    verifyAnswer({ text, evidence: sources, question: 'Energy to defibrillate a child in asystole' });

  it('is replaced by excerpts when the statements nearest to it are beside the question', () => {
    expect(said('Zorvapril 10-20 mL/kg IV; '.repeat(6))).toMatchObject({ verdict: 'unsupported' });
    expect(said('[1.4]\n[1.5]\n[1.6]')).toMatchObject({ verdict: 'unsupported' });
  });

  it('is shown as the statements nearest to it when they concern the question', () => {
    expect(said('Defibrillate with 2 J/kg.')).toMatchObject({
      verdict: 'shown',
      text: expect.stringContaining('Defibrillate with 2 J/kg, then with 4 J/kg [1].'),
    });
  });
});
