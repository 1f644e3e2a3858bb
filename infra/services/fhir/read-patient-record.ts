import type { z } from 'zod';
import {
  allergyResource,
  conditionResource,
  medicationRequestResource,
  medicationResource,
  observationResource,
  type PatientRecord,
  patientResource,
} from '../../../domain/tools/patient-record/fhir-resources.ts';
import { upstreamStatusOf } from '../../resilience/upstream-status-of.ts';
import { fhirFailure } from './fhir-failure.ts';
import type { SearchFields, SearchResources } from './search-resources.ts';

/** Weight and pregnancy (LOINC). */
const FURTHER_CODES = ['29463-7', '3141-9', '82810-3'];

/** The members of a list that are of one type, as far as they are as the specification has them. */
const ofType = <Schema extends z.ZodType>(
  resources: readonly unknown[],
  schema: Schema,
): readonly z.output<Schema>[] =>
  resources.flatMap((resource) => {
    const parsed = schema.safeParse(resource);
    return parsed.success ? [parsed.data] : [];
  });

/** Whether a reference means the patient: relative, or absolute on whatever server, of whatever version. */
const meansPatient = (reference: string | undefined, patientId: string): boolean =>
  (reference ?? '').split('/_history/')[0]?.split('/').slice(-2).join('/') === `Patient/${patientId}`;

/** The patient with an id; a record that was merged into another is refused. */
const readPatient = async (search: SearchResources, patientId: string, signal: AbortSignal) => {
  const found = await search('Patient', { _id: patientId }, signal);
  const patient = ofType(found.resources, patientResource).find(({ id }) => id === patientId);
  if (patient === undefined)
    throw fhirFailure('not_found', 'The server of patient records has no patient with this id.');
  if (patient.link.some(({ type }) => type === 'replaced-by'))
    throw fhirFailure('rule_violated', 'The patient record was merged into another one; ask for that.');
  return patient;
};

type OwnResources = {
  /** Finds the resources of one type that are of the patient. */
  readonly searchOwn: (
    type: string,
    fields?: SearchFields,
    isOptional?: boolean,
  ) => Promise<readonly unknown[]>;
  /** Types of which there is more than was read, and such as the server does not have. */
  readonly cut: ReadonlySet<string>;
  readonly notOffered: readonly string[];
};

const searchesOfPatient = (search: SearchResources, patientId: string, signal: AbortSignal): OwnResources => {
  const cut = new Set<string>();
  const notOffered: string[] = [];
  const searchOwn: OwnResources['searchOwn'] = async (type, fields = {}, isOptional = false) => {
    try {
      const { resources, isCut } = await search(type, { patient: patientId, ...fields }, signal);
      if (isCut) cut.add(type);
      return resources;
    } catch (error) {
      // A type that the server does not have, as servers say it in one way or another.
      const isMissing = [404, 405, 501].includes(Number(upstreamStatusOf(error)));
      if (!isOptional || !isMissing) throw error;
      notOffered.push(type);
      return [];
    }
  };
  return { searchOwn, cut, notOffered };
};

/** Reads what a server has of a patient that a clinician needs at once. */
export const readPatientRecord = async (
  search: SearchResources,
  patientId: string,
  signal: AbortSignal,
): Promise<PatientRecord> => {
  const patient = await readPatient(search, patientId, signal);
  const { searchOwn, cut, notOffered } = searchesOfPatient(search, patientId, signal);
  const [conditions, requests, labs, further, allergies] = await Promise.all([
    searchOwn('Condition'),
    searchOwn('MedicationRequest', { status: 'active', _include: 'MedicationRequest:medication' }),
    searchOwn('Observation', { category: 'laboratory', _sort: '-date' }),
    searchOwn('Observation', {
      code: FURTHER_CODES.map((code) => `http://loinc.org|${code}`).join(','),
      _sort: '-date',
    }),
    searchOwn('AllergyIntolerance', {}, true),
  ]);
  const isOwn = ({
    subject,
  }: {
    readonly subject?: { readonly reference?: string | undefined } | undefined;
  }): boolean => meansPatient(subject?.reference, patientId);
  return {
    patient,
    conditions: ofType(conditions, conditionResource).filter(isOwn),
    medicationRequests: ofType(requests, medicationRequestResource).filter(isOwn),
    medications: ofType(requests, medicationResource),
    observations: ofType([...labs, ...further], observationResource).filter(isOwn),
    allergies: ofType(allergies, allergyResource).filter((one) =>
      meansPatient(one.patient?.reference, patientId),
    ),
    cut: [...cut],
    notOffered,
  };
};
