import { describe, expect, it } from 'vitest';
import { readPatientRecord } from '../../../../../infra/services/fhir/read-patient-record.ts';
import type { SearchResources } from '../../../../../infra/services/fhir/search-resources.ts';

const patient = {
  resourceType: 'Patient',
  id: 'p-1',
  fullUrl: 'urn:uuid:77',
  identifier: [{ system: 'urn:mrn', value: '4711' }],
};

/** The conditions read with these subjects, and the number of unread ones. */
const readConditions = async (...subjects: readonly unknown[]) => {
  const search: SearchResources = async (type) => ({
    resources:
      type === 'Patient'
        ? [patient]
        : type === 'Condition'
          ? subjects.map((subject) => ({ resourceType: 'Condition', code: { text: 'Asthma' }, subject }))
          : [],
    isCut: false,
  });
  const { conditions, unread } = await readPatientRecord(search, 'p-1', new AbortController().signal);
  return { read: conditions.length, unread };
};

describe('the record of a patient on a FHIR server', () => {
  it.each([
    [{ reference: 'Patient/p-1' }],
    [{ reference: 'Patient/p-1/_history/2' }],
    [{ reference: 'https://ehr.example/fhir/Patient/p-1' }],
    [{ reference: 'urn:uuid:77' }],
    [{ identifier: { system: 'urn:mrn', value: '4711' } }],
  ])('contains entries of the patient by %j', async (subject) => {
    expect(await readConditions(subject)).toEqual({ read: 1, unread: {} });
  });

  it.each([
    [{ reference: 'Patient/p-2' }],
    [{ reference: 'Patient/p-2', identifier: { system: 'urn:mrn', value: '4711' } }],
    [{ reference: 'urn:uuid:78' }],
    [{ identifier: { system: 'urn:other', value: '4711' } }],
    [{ identifier: { system: 'urn:mrn' } }],
    [undefined],
    ['Patient/p-1'],
  ])('counts entries of another patient by %j as unread', async (subject) => {
    expect(await readConditions(subject)).toEqual({ read: 0, unread: { Condition: 1 } });
  });
});
