import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wellsDvt } from '../../../../../domain/tools/calculators/wells-dvt.ts';
import { calculated, issuesOf } from './calculated.ts';

const nothing = {
  active_cancer: false,
  paralysis_recent: false,
  bedridden_3days: false,
  localized_tenderness: false,
  entire_leg_swollen: false,
  calf_swelling_3cm: false,
  pitting_edema: false,
  collateral_veins: false,
  alternative_diagnosis: false,
};
// The example of the requirements, which states 6.0 for five items of one point each.
const example = {
  ...nothing,
  active_cancer: true,
  bedridden_3days: true,
  localized_tenderness: true,
  calf_swelling_3cm: true,
  pitting_edema: true,
};

describe('the Wells criteria for deep vein thrombosis', () => {
  it('give 5 where the requirements state 6.0, with the same high probability', () => {
    expect(calculated(wellsDvt, example)).toMatchObject({
      score: 5,
      riskCategory: 'high',
      parametersUsed: example,
    });
  });

  it('use the groups of 1997 when previous thrombosis is not given, and those of 2003 when it is', () => {
    const category = (input: object) => calculated(wellsDvt, input).riskCategory;
    expect(category(nothing)).toBe('low');
    expect(category({ ...nothing, active_cancer: true })).toBe('moderate');
    expect(category({ ...nothing, active_cancer: true, pitting_edema: true })).toBe('moderate');
    expect(category({ ...nothing, active_cancer: true, previous_dvt: false })).toBe('unlikely');
    expect(category({ ...nothing, active_cancer: true, previous_dvt: true })).toBe('likely');
  });

  it('subtract two points for an alternative diagnosis', () => {
    expect(calculated(wellsDvt, { ...nothing, alternative_diagnosis: true }).score).toBe(-2);
  });

  it('range from -2 to 9, and rise by one with each further finding', () => {
    const items = [
      ...Object.keys(nothing).filter((name) => name !== 'alternative_diagnosis'),
      'previous_dvt',
    ];
    const given = fc.record(
      Object.fromEntries([...items, 'alternative_diagnosis'].map((name) => [name, fc.boolean()])),
    );
    fc.assert(
      fc.property(given, fc.constantFrom(...items), (patient, item) => {
        const without = Number(calculated(wellsDvt, { ...patient, [item]: false }).score);
        expect(calculated(wellsDvt, { ...patient, [item]: true }).score).toBe(without + 1);
        expect(without).toBeGreaterThanOrEqual(-2);
        expect(without).toBeLessThanOrEqual(8);
      }),
    );
  });

  it('reject each missing or unknown value with a sentence, and never assume "no"', () => {
    const issues = issuesOf(wellsDvt, {
      ...nothing,
      active_cancer: null,
      pitting_edema: 'unknown',
      entire_leg_swollen: 'yes',
      collateral_vein: true,
      previous_dvt: null,
      localized_tenderness: undefined,
    });
    expect(issues.map(({ path }) => path).toSorted()).toEqual([
      '*',
      'active_cancer',
      'entire_leg_swollen',
      'localized_tenderness',
      'pitting_edema',
      'previous_dvt',
    ]);
    expect(issues.map(({ path, message }) => `${path} ${message}`)).toEqual(
      expect.arrayContaining([
        'active_cancer is unknown, and an unknown value cannot be counted: find it out, true or false',
        'localized_tenderness is missing: true or false',
        'entire_leg_swollen must be true or false',
        '* is not a parameter of wells_dvt; did you mean collateral_veins?',
      ]),
    );
  });
});
