import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_QUESTIONS_BEFORE,
  readFollowUp,
} from '../../../../../domain/consultation/follow-up/read-follow-up.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';

const read = (...questions: readonly string[]) =>
  readFollowUp(questions.at(-1) ?? '', questions.slice(0, -1), emptyVocabulary);
const readAs = (...questions: readonly string[]): string | undefined => {
  const followUp = read(...questions);
  return followUp.kind === 'dependent' ? followUp.readAs : undefined;
};

describe('a follow-up question', () => {
  it.each([
    ['naloxone dose', 'max total', 'naloxone dose, max total'],
    ['naloxone dose', 'for kids?', 'naloxone dose, for kids'],
    ['naloxone dose', 'how about IM', 'naloxone dose, IM'],
    ['anaphylaxis epi dose', 'repeat how often', 'anaphylaxis epi dose, repeat how often'],
    ['anaphylaxis epi dose', 'what if no response', 'anaphylaxis epinephrine, what if no response'],
    ['can i give nitro', 'when is it contraindicated', 'can i give nitro, when is it contraindicated'],
    ['seizing mag dose', 'bp limit', 'seizing magnesium sulfate, bp limit'],
    ['ntg dose chf', 'and if sbp 210', 'ntg dose chf, if sbp 210'],
    ['vfib joules', 'second shock?', 'vfib joules, second shock'],
    ['king airway adult', 'what size', 'king airway adult, what size'],
    ['warfarin reversal', 'how quickly does it work', 'warfarin reversal, how quickly does it work'],
    ['cardiac arrest epi dose', 'how fast do i push it', 'cardiac arrest epi dose, how fast do i push it'],
    ['stroke lams 4', 'where do i take him', 'stroke lams, where do i take him'],
    ['epi dose anaphylaxis', 'max single dose?', 'epi dose anaphylaxis, max single dose'],
    ['naloxone dose', 'loading dose?', 'naloxone dose, loading dose'],
    ['can i give nitro', 'when must I not give it?', 'can i give nitro, when must I not give it'],
    ['apixaban dose', 'she forgot her morning dose', 'apixaban dose, she forgot her morning dose'],
    ['apixaban dose', 'missed dose?', 'apixaban dose, missed dose'],
  ])('after %j, %j is read as %j', (before, question, expected) => {
    expect(readAs(before, question)).toBe(expected);
  });

  it.each([
    ['can i give nitro', 'what about fentanyl', 'can i give fentanyl'],
    ['seizing mag dose', 'midazolam instead?', 'seizing midazolam dose'],
    ['can i give ntg if pt took viagra', 'what about morphine', 'can i give morphine if patient took viagra'],
    ['king airway size adult', 'what about igel', 'i-gel size adult'],
    [
      'adenosine and diltiazem for svt which first',
      'what about amiodarone',
      'supraventricular tachycardia, amiodarone',
    ],
  ])('replaces the old drug or device with a new one: after %j, %j', (before, question, expected) => {
    expect(readAs(before, question)).toBe(expected);
  });

  it('replaces the old condition, patient or route with a new one', () => {
    expect(readAs('albuterol dose asthma', 'what about copd')).toBe('albuterol dose, copd');
    expect(readAs('anaphylaxis epi dose IM', 'and IV?')).toBe('anaphylaxis epinephrine dose, IV');
    const adults = readAs('6yo 20kg anaphylaxis how much epi IM', 'in adults') ?? '';
    expect(adults).toContain('anaphylaxis');
    expect(adults).not.toMatch(/20|6/);
    expect(readAs('newborn heart rate 50 what next', 'how about in adults')).toBe(
      'heart rate 50 what next, in adults',
    );
  });

  it('refers to the last self-contained question, past other follow-ups and empty ones', () => {
    expect(readAs('naloxone dose', 'max total', 'thanks', 'repeat?')).toBe('naloxone dose, repeat');
    expect(readAs('naloxone dose', 'seizure versed dose', 'max total')).toBe(
      'seizure versed dose, max total',
    );
    expect(readAs('naloxone dose', 'zebrafish tonic dose', 'max')).toBe('zebrafish tonic dose, max');
  });

  it('keeps the changes of a question in between', () => {
    expect(readAs('midazolam dose seizure', 'what about a 5 year old', 'max?')).toBe(
      'midazolam dose seizure, a 5 year old, max',
    );
    expect(readAs('can i give nitro', 'what about fentanyl', 'max dose')).toBe('fentanyl, max dose');
  });

  it('takes over the subject of a long question', () => {
    const story = `${'He was found by his wife in the garden and then he went '.repeat(4)} anaphylaxis epi dose`;
    expect((readAs(story, 'max total') ?? '').length).toBeLessThan(250);
    expect(readAs(story, 'max total')).toContain('epinephrine');
  });
});

describe('a self-contained question', () => {
  it.each([
    'seizure versed dose',
    'burn center criteria',
    'ref 814',
    'antibiotics instead of surgery for appendicitis',
    'and adenosine for svt?',
    'can i give aspirin for stroke',
    'patient has an epipen, can he use it',
    'is it ok to give ntg in inferior mi',
    'what if pt refuses transport',
    'zebrafish tonic dose',
  ])('is never changed: %j', (question) => {
    expect(read('naloxone dose', question)).toEqual({ kind: 'standalone' });
  });

  it('is unchanged after any previous question', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 60 }), { maxLength: MAX_QUESTIONS_BEFORE }), (before) => {
        expect(readFollowUp('adenosine dose for svt', before, emptyVocabulary)).toEqual({
          kind: 'standalone',
        });
      }),
      { numRuns: 50 },
    );
  });
});

describe('a question for a number without a subject', () => {
  it.each([
    'max total',
    'what is the dose',
    'how much',
    'is it contraindicated',
    'dose for 20 kg',
    'for kids?',
    'and IV?',
    'what if no response',
    'max single dose?',
    'when must I not give it?',
  ])('is unclear: %j', (question) => {
    expect(read(question)).toEqual({ kind: 'unclear', couldMean: [] });
    expect(read('thanks', question)).toEqual({ kind: 'unclear', couldMean: [] });
  });

  it('is also unclear when the previous question had no subject either', () => {
    expect(read('for kids?', 'max dose').kind).toBe('unclear');
  });

  it('names the drugs that it could mean', () => {
    const followUp = read('adenosine and diltiazem for svt which first', 'max dose?');
    expect(followUp).toEqual({ kind: 'unclear', couldMean: ['adenosine', 'diltiazem'] });
  });

  it('does not confuse a drug that the patient has had with the requested one', () => {
    expect(readAs('can i give ntg if pt took viagra', 'max dose')).toContain('nitroglycerin');
  });
});
