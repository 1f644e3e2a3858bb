import { describe, expect, it } from 'vitest';
import { calculateMedicalScore } from '../../../../consumers/tools/calculation/calculate-medical-score.ts';
import { Failure, unwrap } from '../../../../domain/kernel/failure.ts';
import { calculators } from '../../../../domain/tools/calculators/calculators.ts';

const call = (input: unknown) =>
  unwrap(calculateMedicalScore.prepare(input)).run({
    toolCallId: 'c1',
    idempotencyKey: 'k1',
    user: 'dr-lee',
    signal: new AbortController().signal,
    partial: () => {},
    phi: () => {},
  });
const refusalOf = async (input: unknown) => {
  const outcome = await call(input).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Failure)) throw new Error('It was not refused.');
  return outcome.reason;
};

// The example of the requirements; by Wells 2003 its five items make 5 points, not the 6.0 that it gives.
const example = {
  active_cancer: true,
  paralysis_recent: false,
  bedridden_3days: true,
  localized_tenderness: true,
  entire_leg_swollen: false,
  calf_swelling_3cm: true,
  pitting_edema: true,
  collateral_veins: false,
  alternative_diagnosis: false,
};

describe('calculate_medical_score', () => {
  it('returns the members that the requirements list, with its sources as citations', async () => {
    const { result, citations } = await call({ calculator_name: 'wells_dvt', parameters: example });
    expect(result).toMatchObject({
      calculator_name: 'wells_dvt',
      score: 5,
      interpretation: expect.stringContaining('high probability of DVT'),
      risk_category: 'high',
      recommendations: expect.arrayContaining([expect.stringContaining('ultrasound')]),
      parameters_used: example,
    });
    expect(citations).toContainEqual(
      expect.objectContaining({ sourceUrl: 'https://doi.org/10.1056/NEJMoa023153' }),
    );
  });

  it('has a result for the example of every calculator', async () => {
    for (const { name, example: parameters } of calculators) {
      const { result } = await call({ calculator_name: name, parameters });
      expect(result.score, name).toBeDefined();
    }
  });

  it('asks for everything missing at once, without repeating the input', async () => {
    const reason = await refusalOf({
      calculator_name: 'bmi',
      parameters: { weight: 70, 'Jane Doe': 1 },
    });
    expect(reason).toMatchObject({ code: 'validation_error', details: { issues: { length: 4 } } });
    expect(JSON.stringify(reason)).not.toContain('Jane');
  });

  it('rejects an unknown calculator, and suggests the one that was meant', async () => {
    expect(await refusalOf({ calculator_name: 'wells_dtv', parameters: {} })).toMatchObject({
      code: 'not_found',
      message: 'There is no calculator with this name. Did you mean wells_dvt?',
    });
  });

  it('lists for a model the inputs of every calculator', () => {
    expect(JSON.stringify(calculateMedicalScore.argumentsSchema)).toContain('bmi(age, weight, height)');
  });
});
