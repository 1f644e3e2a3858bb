import { describe, expect, it } from 'vitest';
import { strengthsIn } from '../../../../domain/clinical-text/strengths-named.ts';

const perMilliliter = (text: string) =>
  strengthsIn(text).map(({ perMilliliter: amount, unit }) => `${amount} ${unit}`);

describe('the strengths in a text', () => {
  it.each([
    ['Epinephrine (0.1 mg/mL) 1 mg IV', ['0.1 mg']],
    ['Epinephrine 1:10,000', ['0.1 mg']],
    ['Epinephrine 1:1000 IM', ['1 mg']],
    ['naloxone 4 mg/0.1 mL nasal spray', ['40 mg']],
    ['heparin 5,000 units per mL', ['5000 units']],
    ['10% dextrose', ['100 mg']],
    ['D50', ['500 mg']],
    ['fentanyl 50 mcg/mL', ['0.05 mg']],
  ])('%s', (text, expected) => {
    expect(perMilliliter(text)).toEqual(expected);
  });

  it.each([
    'glucose 60 mg/dL',
    'oxygen for a saturation below 94%',
    '0.1 mg/kg',
    '20 mL/kg',
    'burns over 20%',
  ])('are none in %s', (text) => {
    expect(strengthsIn(text)).toEqual([]);
  });
});
