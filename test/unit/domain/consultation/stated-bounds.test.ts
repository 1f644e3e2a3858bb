import { describe, expect, it } from 'vitest';
import { meetsBound, statedValuesIn } from '../../../../domain/consultation/excerpt/stated-bounds.ts';

describe('a value that a question states', () => {
  it.each([
    ['in labor at 32 weeks', 'Patients who are equal to or less than 34 weeks pregnant'],
    ['in labor at 34 weeks', 'Patients who are 34 weeks pregnant or less'],
    ['pressure 170 mmHg', 'Hypertension (SBP ≥140 mmHg)'],
    ['glucose 45 mg/dL', 'For blood glucose < 60 mg/dL:'],
    ['sats 90%', 'Aim for 88-92%'],
    ['temperature 31 °C', 'Severe hypothermia: below 32 °C'],
    ['chest pain for 20 minutes', 'Pain for more than 15 min'],
  ])('meets the condition of a text: %s, %s', (question, text) => {
    expect(meetsBound([text], statedValuesIn(question))).toBe(true);
  });

  it.each([
    ['in labor at 36 weeks', 'Patients who are equal to or less than 34 weeks pregnant'],
    ['pressure 120 mmHg', 'Hypertension (SBP ≥140 mmHg)'],
    ['sats 95%', 'Aim for 88-92%'],
    ['sats 95%', 'Oxygen 95%'],
    ['in labor at 32 weeks', 'Give 2 g over less than 34 minutes'],
    ['in labor', 'Patients who are less than 34 weeks pregnant'],
    // An amount to give is no measured value.
    ['morphine 4 mg', 'Morphine: less than 10 mg'],
  ])('does not meet it: %s, %s', (question, text) => {
    expect(meetsBound([text], statedValuesIn(question))).toBe(false);
  });
});
