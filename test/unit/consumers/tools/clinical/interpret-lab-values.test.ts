import { describe, expect, it } from 'vitest';
import { interpretLabValues } from '../../../../../consumers/tools/clinical/interpret-lab-values.ts';
import { labTests } from '../../../../../domain/tools/lab-values/lab-tests.ts';
import { callTool } from '../../../../support/call-tool.ts';

const tool = interpretLabValues();
type Given = { test: string; value: number; unit?: string };
const interpret = async (given: Given, patient: object = {}, context: object = {}) => {
  const { result, citations, phi } = await callTool(tool, { values: [given], ...patient }, context);
  const [first] = Array.isArray(result.interpretations) ? result.interpretations : [];
  return { ...first, citations, phi };
};

describe('interpret_lab_values', () => {
  it('classifies low, usual and high by a range whose source it names', async () => {
    const woman = { patient_age: 70, patient_sex: 'F' };
    expect(await interpret({ test: 'Hb', value: 11.9, unit: 'g/dL' }, woman)).toMatchObject({
      status: 'low',
    });
    expect(await interpret({ test: 'Hb', value: 12, unit: 'g/dL' }, woman)).toMatchObject({
      status: 'normal',
      reference_ranges: [{ low: 12, high: 16, source: expect.stringContaining('ABIM') }],
      citations: [{ sourceType: 'reference_range' }, { sourceType: 'reference_range' }],
      phi: true,
    });
    expect(await interpret({ test: 'Hb', value: 16.1, unit: 'g/dL' }, woman)).toMatchObject({
      status: 'high',
    });
  });

  it('marks a critical value with the survey behind its limit', async () => {
    expect(
      await interpret({ test: 'potassium', value: 6.5, unit: 'mmol/L' }, { patient_age: 60 }),
    ).toMatchObject({
      status: 'critical_high',
      critical_limits: { high: 6.2, source: expect.stringContaining('Kost') },
      meaning: expect.stringContaining('must know at once'),
    });
    expect(
      await interpret({ test: 'potassium', value: 6.2, unit: 'mmol/L' }, { patient_age: 60 }),
    ).toMatchObject({
      status: 'high',
    });
  });

  it('has separate critical limits for children', async () => {
    expect(await interpret({ test: 'K', value: 6.3, unit: 'mEq/L' }, { patient_age: 8 })).toMatchObject({
      status: 'no_reference_range',
      critical_limits: { high: 6.4, holds_for: 'children' },
    });
  });

  it('asks for the unit when an unconverted unit would change the meaning of the number', async () => {
    // 38 mmol/mol of hemoglobin A1c is usual, and 38% is none; 2.5 may be an international normalized ratio.
    expect(await interpret({ test: 'HbA1c', value: 38 })).toMatchObject({
      status: 'unit_needed',
      needed: ['%', 'mmol/mol'],
    });
    expect(await interpret({ test: 'PT', value: 2.5 })).toMatchObject({ status: 'unit_needed' });
    expect(await interpret({ test: 'PT', value: 12, unit: 's' }, { patient_age: 50 })).toMatchObject({
      status: 'normal',
    });
  });

  it('questions which calcium was measured when the value would be usual for the other one', async () => {
    const adult = { patient_age: 50 };
    expect(await interpret({ test: 'calcium', value: 1.2, unit: 'mmol/L' }, adult)).toMatchObject({
      status: 'critical_low',
      notes: expect.arrayContaining([expect.stringContaining('As ionized calcium this would be usual')]),
    });
    expect(await interpret({ test: 'iCa', value: 2.3, unit: 'mmol/L' }, adult)).toMatchObject({
      status: 'critical_high',
      notes: expect.arrayContaining([expect.stringContaining('As calcium this would be usual')]),
    });
  });

  it('reports that the critical values of a child were not checked', async () => {
    const child = { patient_age: 3, patient_sex: 'F' };
    expect(await interpret({ test: 'Hb', value: 4, unit: 'g/dL' }, child)).toMatchObject({
      status: 'low',
      notes: [expect.stringContaining('no critical limits of this test for children')],
    });
  });

  it('questions a value below zero', async () => {
    expect(await interpret({ test: 'sodium', value: -5, unit: 'mmol/L' }, { patient_age: 50 })).toMatchObject(
      { notes: expect.arrayContaining([expect.stringContaining('below zero')]) },
    );
  });

  it('asks for the unit when two units in use differ in magnitude', async () => {
    expect(await interpret({ test: 'glucose', value: 5.5 })).toMatchObject({
      status: 'unit_needed',
      needed: ['mg/dL', 'mmol/L'],
      reference_ranges: [],
    });
  });

  it('needs no unit when all units in use have the same magnitude', async () => {
    expect(await interpret({ test: 'Na', value: 140 }, { patient_age: 50 })).toMatchObject({
      status: 'normal',
      unit: 'mmol/L',
    });
  });

  it('makes no statement about a value in a unit that the test does not have', async () => {
    expect(await interpret({ test: 'Na', value: 140, unit: 'mg/dL' })).toMatchObject({
      status: 'unknown_unit',
      needed: ['mmol/L', 'mEq/L'],
    });
  });

  it.each([
    [{ test: 'creatinine', value: 115, unit: 'µmol/L' }, 'normal', 1.300905],
    [{ test: 'glucose', value: 5.5, unit: 'mmol/L' }, 'normal', 99.0991],
    [{ test: 'glucose', value: 30, unit: 'mmol/L' }, 'critical_high', 540.5405],
    [{ test: 'calcium', value: 2.4, unit: 'mmol/l' }, 'normal', 9.619238],
    [{ test: 'BUN', value: 20, unit: 'mmol/L' }, 'high', 56.02241],
    [{ test: 'platelets', value: 36_000, unit: '/mm³' }, 'critical_low', 36],
    [{ test: 'pCO2', value: 5.3, unit: 'kPa' }, 'normal', 39.75329],
  ])('converts %o by the documented factor', async (given, status, value) => {
    expect(await interpret(given, { patient_age: 50, patient_sex: 'M' })).toMatchObject({
      status,
      converted: { value },
    });
  });

  it('distinguishes urea from urea nitrogen, which differ twofold in mg/dL', async () => {
    const old = { patient_age: 50 };
    expect(await interpret({ test: 'BUN', value: 30, unit: 'mg/dL' }, old)).toMatchObject({ status: 'high' });
    expect(await interpret({ test: 'urea', value: 30, unit: 'mg/dL' }, old)).toMatchObject({
      status: 'normal',
    });
  });

  it('asks for the sex only when the ranges of both sexes give different results', async () => {
    expect(await interpret({ test: 'Hb', value: 13, unit: 'g/dL' }, { patient_age: 40 })).toMatchObject({
      status: 'patient_data_needed',
      needed: ['patient_sex'],
    });
    expect(await interpret({ test: 'Hb', value: 9, unit: 'g/dL' }, { patient_age: 40 })).toMatchObject({
      status: 'low',
      reference_ranges: [{ holds_for: expect.any(String) }, { holds_for: expect.any(String) }],
    });
  });

  it('applies the ranges of their trimester to pregnant people', async () => {
    const value = { test: 'Hb', value: 10.2, unit: 'g/dL' };
    expect(await interpret(value, { patient_sex: 'F', pregnancy_trimester: 2 })).toMatchObject({
      status: 'normal',
      reference_ranges: [{ low: 9.7, source: expect.stringContaining('Obstet Gynecol') }],
    });
    expect(await interpret(value, { patient_sex: 'F', pregnancy_trimester: 1 })).toMatchObject({
      status: 'low',
    });
    expect(await interpret(value, { patient_sex: 'F', pregnant: true })).toMatchObject({
      status: 'patient_data_needed',
      needed: ['pregnancy_trimester'],
    });
  });

  it('states that the range excludes pregnancy when the patient may be pregnant', async () => {
    const { notes } = await interpret(
      { test: 'creatinine', value: 0.9, unit: 'mg/dL' },
      { patient_age: 28, patient_sex: 'F' },
    );
    expect(notes).toContainEqual(expect.stringContaining('not pregnant'));
  });

  it('has bounds of hemoglobin for children, and no range where the source has none', async () => {
    const value = { test: 'Hb', value: 10.4, unit: 'g/dL' };
    expect(await interpret(value, { patient_age: 1 })).toMatchObject({
      status: 'low',
      reference_ranges: [
        { low: 10.5, high: null, source: expect.stringContaining('World Health Organization') },
      ],
    });
    expect(await interpret(value, { patient_age: 0.2 })).toMatchObject({ status: 'no_reference_range' });
  });

  it('suspects the unit of a number that would be usual in another one', async () => {
    const { status, notes } = await interpret(
      { test: 'creatinine', value: 90, unit: 'mg/dL' },
      { patient_age: 60, patient_sex: 'F' },
    );
    expect(status).toBe('critical_high');
    expect(notes).toContainEqual(expect.stringContaining('µmol/L'));
  });

  it('takes age and sex from the conversation when the call names none', async () => {
    const clinicalContext = { patientAge: 40, patientSex: 'male' as const };
    expect(await interpret({ test: 'Hb', value: 13, unit: 'g/dL' }, {}, { clinicalContext })).toMatchObject({
      status: 'low',
    });
  });

  it('reports an unknown test as unknown', async () => {
    expect(await interpret({ test: 'troponin T', value: 20, unit: 'ng/L' })).toMatchObject({
      status: 'unknown_test',
      name: null,
      citations: [],
    });
  });

  it('finds a test by its LOINC code and its UCUM unit', async () => {
    expect(
      await interpret({ test: '6690-2', value: 12, unit: '10*3/uL' }, { patient_age: 30 }),
    ).toMatchObject({
      name: 'white blood cell count',
      status: 'high',
    });
  });

  it('has ordered bounds for every test, and critical limits outside the ranges of adults', () => {
    for (const { name, ranges, critical = [] } of labTests) {
      for (const { low = -Infinity, high = Infinity } of [...ranges, ...critical])
        expect(low, name).toBeLessThan(high);
      for (const limits of critical)
        for (const range of ranges.filter(({ ageFrom }) => ageFrom === 18)) {
          expect(limits.low ?? -Infinity, name).toBeLessThan(range.low ?? Infinity);
          expect(limits.high ?? Infinity, name).toBeGreaterThan(range.high ?? -Infinity);
        }
    }
  });

  it('names no test and no code twice', () => {
    const all = labTests.flatMap(({ name, loinc, furtherLoinc = [], names }) => [
      name,
      loinc,
      ...furtherLoinc,
      ...names,
    ]);
    expect(new Set(all.map((name) => name.toLowerCase())).size).toBe(all.length);
  });
});
