import { describe, expect, it } from 'vitest';
import { calculateMedicalScore } from '../../../../../consumers/tools/calculation/calculate-medical-score.ts';
import { interpretLabValues } from '../../../../../consumers/tools/clinical/interpret-lab-values.ts';
import { checkAnswer } from '../../../../../domain/consultation/answering/check-answer.ts';
import { judgeSpoken } from '../../../../../domain/consultation/voice/judge-spoken.ts';
import { chadsvasc } from '../../../../../domain/tools/calculators/chadsvasc.ts';
import type { Calculator } from '../../../../../domain/tools/calculators/define-calculator.ts';
import { heart } from '../../../../../domain/tools/calculators/heart.ts';
import { perc } from '../../../../../domain/tools/calculators/perc.ts';
import { wellsPe } from '../../../../../domain/tools/calculators/wells-pe.ts';
import { resultLines } from '../../../../../domain/tools/result-lines.ts';
import { callTool } from '../../../../support/call-tool.ts';

const scoreOf = async ({ name, example }: Calculator, more: object = {}) =>
  (await callTool(calculateMedicalScore, { calculator_name: name, parameters: { ...example, ...more } }))
    .result;
const labs = await callTool(interpretLabValues(), {
  values: [
    { test: 'potassium', value: 6.8, unit: 'mmol/L' },
    { test: 'sodium', value: 128, unit: 'mmol/L' },
  ],
  patient_age: 60,
  patient_sex: 'M',
});
const results = [
  // 3 points, unlikely; 3 points, low; 1 criterion not met; 4 points, of which 3 without sex.
  await scoreOf(wellsPe, { heart_rate: 90, immobilization_or_surgery: false }),
  await scoreOf(heart),
  await scoreOf(perc, { age: 60 }),
  await scoreOf(chadsvasc),
  labs.result,
];
const evidence = results.map((result, at) => ({
  n: at + 1,
  title: 'a result',
  source: 'tool',
  text: resultLines(result, { timeZone: 'UTC' }),
}));
const question = 'What do the results say?';
const spoken = (text: string) => text.replaceAll(/ \[\d\]/g, '');

describe('a sentence about a tool result', () => {
  it.each([
    'The Wells score is 3 points: unlikely [1].',
    'HEART 3 points of 10: low risk. Major adverse cardiac events within 6 weeks: 1.7% (Backus 2013) [2].',
    'PERC positive: 1 of 8 criteria is not met, so PERC cannot rule out pulmonary embolism [3].',
    'The CHA2DS2-VASc score is 4: high risk [4].',
    'CHA2DS2-VASc 4 points; CHA2DS2-VA 3. Ischaemic strokes without anticoagulation: 4.8 per 100 patient-years (Friberg 2012) [4].',
    'Early discharge may be considered if a second troponin is negative too (Backus 2013) [2].',
    'ESC 2024: oral anticoagulation is recommended from a CHA2DS2-VA of 2 [4].',
    'Potassium is 6.8 mmol/L, critically high [5].',
    'Sodium is 128 mmol/L, low [5].',
  ])('is shown and spoken when it matches the result: %s', (text) => {
    expect(checkAnswer({ text, evidence, question }).struck).toEqual([]);
    expect(judgeSpoken({ text: spoken(text), evidence, question })).toEqual({ verdict: 'played' });
  });

  it.each([
    ['another band', 'The Wells score is 3, so pulmonary embolism is likely [1].'],
    ['another band', 'The HEART score is 3: high risk [2].'],
    ['another band', 'PERC is negative, so pulmonary embolism is ruled out [3].'],
    ['another band', 'CHA2DS2-VASc 4 points: low risk [4].'],
    ['a score of another calculator', 'The CHA2DS2-VASc score is 3 [4].'],
    ['another score', 'The HEART score is 4, low risk [2].'],
    [
      'a figure of another calculator',
      'The HEART score is 3, and 12.1% have an event within 6 weeks [1][2].',
    ],
    ['that a needed test is unnecessary', 'With a Wells score of 3, no D-dimer is needed [1].'],
    [
      'that no second troponin is needed',
      'The HEART score is 3, low risk, so no second troponin is needed [2].',
    ],
    ['that no treatment is needed', 'The CHA2DS2-VASc score is 4, so no anticoagulation is needed [4].'],
    [
      'the opposite of a negated result',
      'PERC positive: 1 of 8 criteria is not met, so pulmonary embolism is ruled out [3].',
    ],
    ['another status', 'Potassium is 6.8 mmol/L, within the reference range [5].'],
    ['another status', 'Potassium is 6.8 mmol/L, which is not critical [5].'],
    ['another status', 'Sodium is 128 mmol/L, high [5].'],
    ['the value of another test', 'Potassium is 128 mmol/L [5].'],
    ['a limit as the value', 'Potassium is 5 mmol/L [5].'],
    ['another unit', 'Potassium is 6.8 mg/dL [5].'],
  ])('is struck and not spoken when it claims %s: %s', (_, text) => {
    expect(checkAnswer({ text, evidence, question }).struck).toHaveLength(1);
    expect(judgeSpoken({ text: spoken(text), evidence, question })).toMatchObject({
      verdict: 'held_back',
    });
  });

  it('does not affect statements of documents next to it', () => {
    const guideline = {
      n: 6,
      title: 'Oxygen',
      source: 'knowledge_base',
      text: 'Give high-flow oxygen. Patients at high risk are brought to the nearest hospital.',
    };
    const text = 'Patients at high risk are brought to the nearest hospital [6].';
    expect(checkAnswer({ text, evidence: [...evidence, guideline], question }).struck).toEqual([]);
  });
});
