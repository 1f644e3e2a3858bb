import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../../../domain/kernel/failure.ts';
import { findCalculator } from '../../../../../domain/tools/calculators/calculators.ts';
import { arbitraryParameters } from './arbitrary-parameters.ts';
import { calculated } from './calculated.ts';

/**
 * Cases in which the publication rises or falls with a value over its whole range, all else equal. Excluded:
 * MELD 3.0 with creatinine or bilirubin, because its model includes interactions with albumin and sodium.
 */
const monotone: readonly (readonly [calculator: string, parameter: string, direction: 1 | -1])[] = [
  ['wells_pe', 'heart_rate', 1],
  ['chadsvasc', 'age', 1],
  ['chadsva', 'age', 1],
  ['hasbled', 'age', 1],
  ['grace', 'age', 1],
  ['grace', 'heart_rate', 1],
  ['grace', 'systolic_pressure', -1],
  ['grace', 'creatinine', 1],
  ['grace_6_months', 'age', 1],
  ['grace_6_months', 'heart_rate', 1],
  ['grace_6_months', 'systolic_pressure', -1],
  ['grace_6_months', 'creatinine', 1],
  ['meld', 'inr', 1],
  ['renal_dosing', 'age', -1],
  ['renal_dosing', 'creatinine', -1],
  ['renal_dosing', 'weight', 1],
  ['bmi', 'weight', 1],
  ['bmi', 'height', -1],
  ['curb65', 'urea', 1],
  ['curb65', 'respiratory_rate', 1],
  ['curb65', 'age', 1],
  ['qsofa', 'respiratory_rate', 1],
  ['qsofa', 'systolic_pressure', -1],
  ['qsofa', 'gcs', -1],
  ['sofa', 'pao2', -1],
  ['sofa', 'fio2', 1],
  ['sofa', 'platelets', -1],
  ['sofa', 'bilirubin', 1],
  ['sofa', 'mean_arterial_pressure', -1],
  ['sofa', 'gcs', -1],
  ['sofa', 'creatinine', 1],
  ['sofa', 'urine_output', -1],
  ['centor', 'age', -1],
  ['perc', 'age', 1],
  ['perc', 'heart_rate', 1],
  ['perc', 'oxygen_saturation', -1],
  ['heart', 'age', 1],
  ['heart', 'risk_factors', 1],
  ['child_pugh', 'bilirubin', 1],
  ['child_pugh', 'albumin', -1],
  ['child_pugh', 'inr', 1],
  ['shock_index', 'heart_rate', 1],
  ['shock_index', 'systolic_pressure', -1],
  ['pediatric_weight', 'age', 1],
  ['parkland', 'weight', 1],
  ['parkland', 'burned_surface', 1],
  ['anion_gap', 'sodium', 1],
  ['anion_gap', 'chloride', -1],
  ['anion_gap', 'bicarbonate', -1],
  ['anion_gap', 'albumin', -1],
  ['corrected_calcium', 'calcium', 1],
  ['corrected_calcium', 'albumin', -1],
  ['corrected_sodium', 'sodium', 1],
  ['corrected_sodium', 'glucose', 1],
];

describe('a score', () => {
  it.each(monotone)('of %s never goes against %s (%i)', (name, parameter, direction) => {
    const calculator = unwrap(findCalculator(name));
    let seen = 0;
    fc.assert(
      fc.property(arbitraryParameters(calculator), arbitraryParameters(calculator), (one, other) => {
        const given = [one[parameter], other[parameter]];
        if (given.some((value) => value === undefined)) return;
        const outcomes = given.map((value) => calculator.calculate({ ...one, [parameter]: value }));
        const [first, second] = outcomes.map((outcome) =>
          outcome.ok ? Number(outcome.value.score) : undefined,
        );
        if (first === undefined || second === undefined) return;
        seen += 1;
        const [low = 0, high = 0] = given.map((value) =>
          typeof value === 'object' && value !== null && 'value' in value
            ? Number(value.value)
            : Number(value),
        );
        expect((second - first) * Math.sign(high - low) * direction).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
    expect(seen).toBeGreaterThan(5);
  });

  it('of the stroke scale is the sum of its items', () => {
    const nihss = unwrap(findCalculator('nihss'));
    fc.assert(
      fc.property(arbitraryParameters(nihss), (input) => {
        const sum = Object.values(input).reduce<number>(
          (total, grade) => total + (grade === 'UN' ? 0 : Number(grade)),
          0,
        );
        expect(calculated(nihss, input).score).toBe(sum);
      }),
    );
  });
});
