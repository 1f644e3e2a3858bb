import { describe, expect, it } from 'vitest';
import { curb65 } from '../../../../../domain/tools/calculators/curb65.ts';
import { meld } from '../../../../../domain/tools/calculators/meld.ts';
import { nihss } from '../../../../../domain/tools/calculators/nihss.ts';
import { parkland } from '../../../../../domain/tools/calculators/parkland.ts';
import { pediatricWeight } from '../../../../../domain/tools/calculators/pediatric-weight.ts';
import { sofa } from '../../../../../domain/tools/calculators/sofa.ts';
import { calculated } from './calculated.ts';

const kg = (value: number) => ({ value, unit: 'kg' });

describe('the interpretation of a calculator', () => {
  it('does not give litres per hour near hour 8 of a burn', () => {
    const burnedFor = (hours_since_burn: number) =>
      calculated(parkland, { weight: kg(70), burned_surface: 30, hours_since_burn });
    // 4200 mL in the first 8 hours: 525 mL/h from the burn on, 1050 with half of the time left, 42 L/h by 6
    // minutes.
    expect([0, 4, 4.1, 7.9].map((hours) => burnedFor(hours).details?.rate_now_ml_per_hour)).toEqual([
      525, 1050, 525, 525,
    ]);
    expect(burnedFor(7.9).interpretation).toContain('gradually, by urine output');
    expect(burnedFor(8).details?.rate_now_ml_per_hour).toBe(263);
  });

  it('predicts no good recovery from limbs that could not be tested', () => {
    const tested = { ...nihss.example, motor_arm_right: 0, motor_leg_right: 0, language: 0, facial_palsy: 0 };
    expect(calculated(nihss, tested).interpretation).toContain('a good recovery is likely');
    const untested = calculated(nihss, { ...tested, motor_arm_right: 'UN', motor_leg_right: 'UN' });
    expect(untested.interpretation).not.toContain('recovery');
    expect(untested.interpretation).toContain('the true sum may be higher');
  });

  it('states which deaths each of two figures counts', () => {
    const two = { ...curb65.example, respiratory_rate: 16 };
    expect(calculated(curb65, two).interpretation).toContain(
      '13% at this score in the derivation cohort, 9.2% among all patients with 2 points',
    );
  });

  it('does not describe a third as less than a third', () => {
    // Ferreira 2001: 33.3% of those with 8 or 9 points died.
    expect(calculated(sofa, sofa.example).interpretation).not.toContain('below 33%');
    const eight = {
      ...sofa.example,
      platelets: { value: 200, unit: '10^9/L' },
      vasoactive: 'none',
      mean_arterial_pressure: 60,
      urine_output: 1000,
    };
    expect(calculated(sofa, eight).interpretation).toContain('up to a third');
  });

  it('names the score behind its mortality when it shows another one', () => {
    const { score, interpretation, riskCategory } = calculated(meld, meld.example);
    expect(score).not.toBe(23);
    expect(interpretation).toContain('at the MELD of 23 (not of the later scores): 19.6%');
    expect(riskCategory).toBe('meld_20_to_29');
  });

  it('questions a weight that is implausible for the age of a child', () => {
    const of = (age: object, weight: number) =>
      calculated(pediatricWeight, { age, weight: kg(weight) }).interpretation;
    expect(of({ value: 4, unit: 'years' }, 35)).toContain('About 16 kg would be expected for the age: check');
    expect(of({ value: 6, unit: 'months' }, 3)).toContain('check weight, unit and age');
    expect(of({ value: 4, unit: 'years' }, 20)).not.toContain('check');
  });
});
