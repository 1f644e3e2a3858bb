import { describe, expect, it } from 'vitest';
import { sourceTypes } from '../../../../domain/knowledge/source-type.ts';
import { detectPhi } from '../../../../domain/privacy/detect-phi.ts';
import { findPatientIdentifiers } from '../../../../domain/privacy/find-patient-identifiers.ts';
import { cpuTimeOf } from '../../../support/cpu-time.ts';

describe('a document is about a patient when it has', () => {
  it.each([
    ['mrn', 'MRN: 00481516 received 5 mg.'],
    ['ssn', 'The SSN 219-09-9999 was on the card.'],
    ['health_plan', 'Member ID: XQH123456789'],
    ['name', 'Patient: Zoltan Kovacs, 61 years'],
    ['mrn', 'The record has the MRN: 00481516.'],
    ['name', 'Patient name: Maria Lopez'],
    ['name', 'Patient name: Zoltan Kovacs\nTreatment of a burn'],
    ['name', 'the patient John Smith was found unresponsive'],
    ['date', 'DOB: 03/14/1961'],
    ['date', 'Date of birth 14 March 1961'],
    ['name', 'Mr. John Smith was brought in by ambulance.'],
    ['name', 'Mrs Okonkwo refused the transport.'],
    ['name', 'Name: Robert Chen Age: 45'],
    ['name', 'Run sheet\n\nName: Priya Raman\nComplaint: chest pain'],
    ['name', '| Name | Age |\n| Robert Chen | 45 |\n| Name: | Robert Chen |'],
    ['name', 'Maria Gonzalez, 54 F, came in with chest pain.'],
    ['name', 'John Smith is a 67-year-old man with chest pain.'],
    ['name', 'A 67-year-old man, John Smith, was found down.'],
    ['name', 'Robert Johnson (61 y/o) took too much metoprolol.'],
    ['date', 'He was admitted on 3/4/2024 with chest pain.'],
    ['date', 'Vital signs were stable. She was discharged on 3/9/2024.'],
    ['date', 'Admission date: 03/04/2024'],
    ['date', 'Discharged March 9, 2024 in good condition.'],
    ['date', 'The date of death was 03/09/2024.'],
    ['date', 'A 67-year-old man fell on 3/4/2024 and was intubated.'],
    ['phone', 'The 67-year-old woman can be reached at 562-555-0188.'],
    ['address', 'A 54 yo F who collapsed at 12 Oak Street was given 0.3 mg.'],
    ['address', 'Lives at 12 Oak Street with his daughter.'],
    ['phone', 'Home address 12 Oak Street, his cell phone is 562-555-0188.'],
    ['identifier', 'Incident number 2024-118822, pacemaker serial number 44812290.'],
  ])('a %s: %s', (kind, text) => {
    expect(findPatientIdentifiers(text).map((finding) => finding.kind)).toContain(kind);
  });
});

describe('a document is not about a patient when it has', () => {
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
    'Director: Cathy Chidester, 10100 Pioneer Blvd. Medical Director: Marianne Gausche, MD, 562-347-1600',
    'A 67-year-old man has crushing chest pain: give aspirin 325 mg. A 5-year-old child: 10 mg/kg.',
    'Patients admitted between 01/01/2015 and 12/31/2019 were included; 112 were discharged on 01/05/2020.',
    'Maria Lopez has been the director for 20 years. John Smith wrote it at age of publication.',
    'Physician name: Maria Lopez. Provider agency name: Long Beach Fire. Drug name: Robert',
    'Patient advocate: 562-347-1500. Their office for patient complaints is at 10100 Pioneer Blvd.',
    'Home health agencies call 562-347-1500. EMS Agency, 10100 Pioneer Blvd, Santa Fe Springs, CA 90670.',
    'Age: 45 and over. Sex: male or female. Weight in kg. Name: ________ Age: ____',
    'Children under 12 years old: call Dr. Maria Lopez at the Base Hospital.',
  ])('only this: %s', (text) => {
    expect(findPatientIdentifiers(text)).toEqual([]);
  });
});

/** Invented, with eight identifiers of a person. */
const letter =
  'Mr. John Smith, a 67-year-old man, was admitted on 3/4/2024. Phone 562-555-0188, lives at 12 Oak Street, ' +
  'Norwalk, CA 90650. Name: Robert Chen Age: 45. Ms. Maria Gonzalez, 54 F.';

describe('a letter about patients', () => {
  it('is detected for any source type', () => {
    for (const sourceType of sourceTypes)
      expect(findPatientIdentifiers(letter, sourceType).length, sourceType).toBeGreaterThanOrEqual(5);
  });

  it('is detected by each of its sentences', () => {
    for (const sentence of letter.split(/(?<=\.) (?=[A-Z][a-z]+[ :])/u).filter((part) => part.length > 5))
      expect(findPatientIdentifiers(sentence), sentence).not.toEqual([]);
  });
});

describe('a clinical note', () => {
  it('is screened for all identifiers, because it is always about a person', () => {
    const note = 'Seen by Dr. Maria Lopez. Call (562) 347-1500. 10100 Pioneer Blvd. Revised July 1, 2023.';
    expect(findPatientIdentifiers(note, 'guideline')).toEqual([]);
    expect(findPatientIdentifiers(note, 'note')).toEqual(detectPhi(note).findings);
    expect(detectPhi(note).findings.length).toBeGreaterThanOrEqual(3);
  });
});

it('runs in time proportional to the length of the text', () => {
  const once = (times: number): number => {
    const text = `${letter} 12345 `.repeat(times);
    return cpuTimeOf(() => {
      findPatientIdentifiers(text);
    });
  };
  /** The best of several runs, because other work may interfere. */
  const of = (times: number): number => Math.min(...Array.from({ length: 5 }, () => once(times)));
  of(100);
  expect(of(1000) / of(100)).toBeLessThan(30);
});
