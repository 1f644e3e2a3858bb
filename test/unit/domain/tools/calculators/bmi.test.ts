import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bmi } from '../../../../../domain/tools/calculators/bmi.ts';
import { calculated, issuesOf } from './calculated.ts';

const kg = (value: number) => ({ value, unit: 'kg' });
const cm = (value: number) => ({ value, unit: 'cm' });
const adult = (weight: object, height: object) => ({ age: 40, weight, height });

describe('the body mass index', () => {
  it('is the weight divided by the square of the height', () => {
    // Worked example of the Centers for Disease Control: 150 lb and 65 in give 24.96; they show 25.0 rounded.
    expect(calculated(bmi, adult({ value: 150, unit: 'lb' }, { value: 65, unit: 'in' }))).toMatchObject({
      score: 25,
      riskCategory: 'overweight',
    });
    expect(calculated(bmi, adult(kg(68), cm(165))).score).toBe(25);
    expect(calculated(bmi, adult(kg(70), cm(175)))).toMatchObject({ score: 22.9, riskCategory: 'normal' });
  });

  it('has the limits of the World Health Organization, each belonging to the higher group', () => {
    const category = (value: number) => calculated(bmi, adult(kg(value), cm(100))).riskCategory;
    expect([20, 24.9, 25, 29.9, 30, 34.9, 35, 39.9, 40].map(category)).toEqual([
      'normal',
      'normal',
      'overweight',
      'overweight',
      'obese_class_i',
      'obese_class_i',
      'obese_class_ii',
      'obese_class_ii',
      'obese_class_iii',
    ]);
    expect(calculated(bmi, adult(kg(50), cm(180))).riskCategory).toBe('underweight');
  });

  it('is independent of the units of weight and height, and reports the values used', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 30, max: 300, noNaN: true }),
        fc.double({ min: 1.2, max: 2.2, noNaN: true }),
        (weight, height) => {
          const metric = calculated(bmi, adult(kg(weight), { value: height, unit: 'm' }));
          const imperial = calculated(
            bmi,
            adult({ value: weight / 0.45359237, unit: 'lb' }, { value: height / 0.0254, unit: 'in' }),
          );
          expect(Math.abs(Number(metric.score) - Number(imperial.score))).toBeLessThan(0.11);
          expect(imperial.parametersUsed).toEqual(metric.parametersUsed);
        },
      ),
    );
  });

  it('never guesses a unit', () => {
    expect(issuesOf(bmi, { age: 40, weight: 70, height: { value: 175, unit: 'feet' } })).toEqual([
      { path: 'weight', message: expect.stringMatching(/^needs its unit, kg or lb/) },
      { path: 'height', message: 'has an unknown unit; use m or cm or in' },
    ]);
  });

  it('refuses values that no adult has, with the possible range in each unit', () => {
    expect(issuesOf(bmi, { age: 12, weight: kg(7), height: { value: 175, unit: 'm' } })).toEqual([
      { path: 'age', message: 'must be from 18 to 120 years' },
      { path: 'weight', message: 'must be from 20 to 650 kg or 44.1 to 1433 lb' },
      { path: 'height', message: 'must be from 0.9 to 2.75 m or 90 to 275 cm or 35.44 to 108.2 in' },
    ]);
    expect(issuesOf(bmi, {}).map(({ message }) => message.split(':')[0])).toEqual(
      Array(3).fill('is missing'),
    );
  });
});
