import { describe, expect, it } from 'vitest';
import {
  allergyResource,
  conditionResource,
  observationResource,
  patientResource,
} from '../../../../../domain/tools/patient-record/fhir-resources.ts';
import { readPatientRecord } from '../../../../../domain/tools/patient-record/read-patient-record.ts';

const NOW = '2026-01-15T12:00:00Z';
const codes = (...all: string[]) => ({ coding: all.map((code) => ({ code })) });
const allergy = (code: object, more: object = {}) =>
  allergyResource.parse({
    resourceType: 'AllergyIntolerance',
    code,
    clinicalStatus: codes('active'),
    ...more,
  });
const condition = (text: string, more: object) =>
  conditionResource.parse({ resourceType: 'Condition', code: { text }, ...more });
const weight = (value: number, unit: string, effectiveDateTime?: string) =>
  observationResource.parse({
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
    effectiveDateTime,
    valueQuantity: { value, unit },
  });
const read = (parts: object, birthDate = '1980-01-01') =>
  readPatientRecord(
    {
      patient: patientResource.parse({ resourceType: 'Patient', birthDate }),
      conditions: [],
      medicationRequests: [],
      medications: [],
      observations: [],
      allergies: [],
      cut: [],
      notOffered: [],
      ...parts,
    },
    NOW,
  );
const noFood = { coding: [{ code: '429625007', display: 'No known food allergy' }] };

describe('a patient record', () => {
  it('does not say of all allergies what it says of those to food', () => {
    expect(read({ allergies: [allergy(noFood)] })).toMatchObject({
      allergies: [],
      notes: ['As recorded: No known food allergy.'],
    });
  });

  it('does not say that none is known where that was entered in error', () => {
    const wrong = allergy({ text: 'NKDA' }, { verificationStatus: codes('entered-in-error') });
    expect(read({ allergies: [wrong] })).toMatchObject({ notes: [], leftOut: { 'entered-in-error': 1 } });
  });

  it('takes "NKDA" for no allergy, and what is excepted from it for one', () => {
    const { allergies } = read({
      allergies: [allergy({ text: 'NKDA' }), allergy({ text: 'No known allergies except penicillin' })],
    });
    expect(allergies).toEqual(['No known allergies except penicillin']);
  });

  it('finds the status of the standard beside one of the server, in whatever order', () => {
    const found = read({
      allergies: [allergy({ text: 'Penicillin' }, { clinicalStatus: codes('A1', 'active') })],
      conditions: [
        condition('Refuted illness', {
          clinicalStatus: codes('active'),
          verificationStatus: codes('local', 'refuted'),
        }),
        condition('Former illness', { clinicalStatus: codes('X', 'resolved') }),
        condition('Open illness', { clinicalStatus: codes('unheard-of') }),
      ],
    });
    expect(found).toMatchObject({
      allergies: ['Penicillin'],
      conditions: ['Open illness (status not recorded)'],
      leftOut: { refuted: 1, resolved: 1 },
    });
  });

  it('does not dose a child by the weight of last year', () => {
    const old = read({ observations: [weight(9, 'kg', '2025-01-10')] }, '2023-06-01');
    expect(old.weightKg).toBeUndefined();
    expect(old.notes).toEqual([expect.stringContaining('The last weight, 9 kg, is of 2025-01-10: too old')]);
    expect(read({ observations: [weight(9, 'kg', '2025-11-10')] }, '2023-06-01').weightKg).toBe(9);
    expect(read({ observations: [weight(4, 'kg', '2025-11-10')] }, '2025-10-01').weightKg).toBeUndefined();
    expect(read({ observations: [weight(80, 'kg', '2021-11-10')] })).toMatchObject({
      weightKg: 80,
      notes: ['Weight of 2021-11-10.'],
    });
  });

  it('takes the latest weight, also in pounds as people write them', () => {
    const observations = [weight(60, 'kg', '2020-01-01'), weight(150, 'lbs', '2025-12-01')];
    expect(read({ observations }).weightKg).toBe(68.039);
  });
});
