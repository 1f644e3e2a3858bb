import { describe, expect, it } from 'vitest';
import { contextOfRecord } from '../../../../../domain/tools/patient-record/context-of-record.ts';
import {
  allergyResource,
  conditionResource,
  medicationRequestResource,
  medicationResource,
  medicationStatementResource,
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
const lab = (parts: object) =>
  observationResource.parse({ resourceType: 'Observation', status: 'final', ...parts });
const read = (parts: object, birthDate = '1980-01-01') =>
  readPatientRecord(
    {
      patient: patientResource.parse({ resourceType: 'Patient', birthDate }),
      conditions: [],
      medicationRequests: [],
      medicationStatements: [],
      unread: {},
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
  it('does not extend a statement about food allergies to all allergies', () => {
    expect(read({ allergies: [allergy(noFood)] })).toMatchObject({
      allergies: [],
      notes: ['As recorded: No known food allergy.'],
    });
  });

  it('does not report known absence when that entry was made in error', () => {
    const wrong = allergy({ text: 'NKDA' }, { verificationStatus: codes('entered-in-error') });
    expect(read({ allergies: [wrong] })).toMatchObject({ notes: [], leftOut: { 'entered-in-error': 1 } });
  });

  it('reads "NKDA" as no allergy, and its exceptions as allergies', () => {
    const { allergies } = read({
      allergies: [allergy({ text: 'NKDA' }), allergy({ text: 'No known allergies except penicillin' })],
    });
    expect(allergies).toEqual(['No known allergies except penicillin']);
  });

  it('finds the status code of the standard next to a local one, in any order', () => {
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

  it("does not dose a child by last year's weight", () => {
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

  it('reads the latest weight, even in common spellings of pounds', () => {
    const observations = [weight(60, 'kg', '2020-01-01'), weight(150, 'lbs', '2025-12-01')];
    expect(read({ observations }).weightKg).toBe(68.039);
  });

  it('selects the later of two results by the instant, in any time zones', () => {
    const potassium = (value: number, effectiveDateTime: string) =>
      lab({ code: { text: 'Potassium' }, effectiveDateTime, valueQuantity: { value, unit: 'mmol/L' } });
    const evening = potassium(6.9, '2026-01-14T22:30:00-08:00');
    const morning = potassium(4.1, '2026-01-15T05:00:00Z');
    const beforeBoth = potassium(5, '2026-01-14');
    for (const observations of [
      [evening, morning, beforeBoth],
      [beforeBoth, morning, evening],
    ])
      expect(read({ observations }).labs).toMatchObject([{ value: '6.9', date: '2026-01-14' }]);
  });

  it.each([
    [{ valueInteger: 3 }, '3'],
    [{ valueBoolean: true }, 'yes'],
    [{ valueRatio: { numerator: { value: 1 }, denominator: { value: 128 } } }, '1 : 128'],
    [{ valueRange: { low: { value: 5, unit: 'mg' }, high: { value: 9, unit: 'mg' } } }, '5 mg to 9 mg'],
    [{ valueCodeableConcept: { text: 'Positive' } }, 'Positive'],
    [{ valueQuantity: { value: 5, comparator: '<', unit: 'ng/L' } }, '<5'],
  ])('reads the value %j of a result', (value, shown) => {
    expect(read({ observations: [lab({ code: { text: 'Test' }, ...value })] })).toMatchObject({
      labs: [{ name: 'Test', value: shown }],
      leftOut: {},
    });
  });

  it('reads the components of a result, and counts those without a readable value', () => {
    const count = lab({
      code: { text: 'Blood count' },
      component: [
        { code: { text: 'Neutrophils' }, valueQuantity: { value: 0.4, unit: '10^9/L' } },
        { code: { text: 'Blasts' }, valueSampledData: { data: '1 2' } },
      ],
    });
    const empty = lab({ code: { text: 'Lactate' }, valueSampledData: { data: '1' } });
    const panel = lab({ code: { text: 'Panel' }, hasMember: [{ reference: 'Observation/1' }] });
    expect(read({ observations: [count, empty, panel] })).toMatchObject({
      labs: [{ name: 'Blood count: Neutrophils', value: '0.4', unit: '10^9/L' }],
      notRead: '2 entries not read: 2 without a value that can be read.',
    });
  });

  it('reports how many entries could not be read, including in the context of the conversation', () => {
    const found = read({ unread: { Observation: 2 }, conditions: [condition('', {})] });
    expect(found.notRead).toBe(
      '3 entries not read: 1 without a name, 2 Observation of an unknown form or person.',
    );
    expect(found.notes).toContain(found.notRead);
    expect(contextOfRecord(found).relevantHistory).toContain('3 entries not read');
  });

  it('names the substance of an allergy that only its reactions name, and the severity', () => {
    const found = allergy(
      {},
      {
        criticality: 'high',
        reaction: [
          { manifestation: [{ text: 'Hives' }], severity: 'mild' },
          {
            substance: { text: 'Amoxicillin' },
            manifestation: [{ text: 'Anaphylaxis' }],
            severity: 'severe',
          },
        ],
      },
    );
    expect(read({ allergies: [found] }).allergies).toEqual([
      'Amoxicillin (Hives, Anaphylaxis, severe, high criticality)',
    ]);
  });

  it.each([
    'Medication/7',
    'Medication/7/_history/3',
    'https://ehr.example/fhir/Medication/7',
    'https://ehr.example/fhir/Medication/7/_history/3',
    'urn:uuid:0f0e',
    '#inside',
  ])('finds the drug that a request or a statement refers to as %s', (reference) => {
    const contained = [{ resourceType: 'Medication', id: 'inside', code: { text: 'Warfarin' } }];
    const entry = { medicationReference: { reference }, contained };
    const medications = [
      medicationResource.parse({
        resourceType: 'Medication',
        id: '7',
        fullUrl: 'urn:uuid:0f0e',
        code: { text: 'Warfarin' },
      }),
    ];
    const request = { resourceType: 'MedicationRequest', status: 'active', intent: 'order', ...entry };
    const statement = { resourceType: 'MedicationStatement', status: 'active', ...entry };
    const { medications: ordered } = read({
      medications,
      medicationRequests: [medicationRequestResource.parse(request)],
    });
    const { medications: stated } = read({
      medications,
      medicationStatements: [medicationStatementResource.parse(statement)],
    });
    expect([ordered, stated]).toEqual([['Warfarin'], ['Warfarin']]);
  });

  it('includes medications in use, marks unknown ones, and omits stopped ones', () => {
    const statement = (name: string, status: string) =>
      medicationStatementResource.parse({
        resourceType: 'MedicationStatement',
        status,
        medicationCodeableConcept: { text: name },
        dosage: [{ text: 'once daily' }],
      });
    expect(
      read({
        medicationStatements: [
          statement('Aspirin', 'active'),
          statement('Apixaban', 'unknown'),
          statement('Metformin', 'not-taken'),
        ],
      }),
    ).toMatchObject({
      medications: ['Aspirin once daily', 'Apixaban (whether it is taken is unknown) once daily'],
      leftOut: { 'not-taken': 1 },
    });
  });

  it.each(['kg', 'Kilograms', 'kilogram', 'KG'])('reads a weight in %s', (unit) => {
    expect(read({ observations: [weight(70, unit, '2026-01-01')] }).weightKg).toBe(70);
  });

  it('reports that the last weight is in an unknown unit, and uses no older one instead', () => {
    const found = read({ observations: [weight(11, 'stone', '2026-01-01'), weight(80, 'kg', '2025-01-01')] });
    expect(found.weightKg).toBeUndefined();
    expect(found.notes).toEqual([
      'The last weight, 11 stone, is of 2026-01-01 and cannot be read as kilograms: not taken, and no older one either.',
    ]);
  });
});
