import { describe, expect, it } from 'vitest';
import { findPatientIdentifiers } from '../../../domain/privacy/find-patient-identifiers.ts';

describe('a document is about a patient when it has', () => {
  it.each([
    ['mrn', 'MRN: 00481516 received 5 mg.'],
    ['ssn', 'The SSN 219-09-9999 was on the card.'],
    ['health_plan', 'Member ID: XQH123456789'],
    ['name', 'Patient: Zoltan Kovacs, 61 years'],
    ['name', 'Patient name: Maria Lopez'],
    ['name', 'the patient John Smith was found unresponsive'],
    ['date', 'DOB: 03/14/1961'],
    ['date', 'Date of birth 14 March 1961'],
  ])('a %s: %s', (kind, text) => {
    expect(findPatientIdentifiers(text).map((finding) => finding.kind)).toContain(kind);
  });
});

describe('a document is about nobody when it has', () => {
  it.each([
    'Contact Dr. Maria Lopez, Medical Director, at (562) 347-1500 or ems@example.gov.',
    '10100 Pioneer Blvd, Suite 200, Santa Fe Springs, CA 90670',
    'Effective 07-01-2024, revised July 1, 2023. See https://dhs.lacounty.gov/ems',
    'Ambulance Patient Offload Time (APOT) 505',
    'Patient Care Report and Source Patient\n\nA. Known Communicable Disease',
    'stabilization of the patient\n\nB. Arrange transfer',
    'Patients over 90 years: reduce the dose. Wilson disease, Glasgow Coma Scale.',
    'Smith J, Jones M. Resuscitation. 2020;156:A240-A289.',
    'Date: 01/02/2023  Reference No. 510',
  ])('only this: %s', (text) => {
    expect(findPatientIdentifiers(text)).toEqual([]);
  });
});
