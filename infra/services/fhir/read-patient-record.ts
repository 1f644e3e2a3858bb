import type { z } from 'zod';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import { refersToPatient } from '../../../domain/tools/patient-record/fhir-references.ts';
import {
  allergyResource,
  conditionResource,
  medicationRequestResource,
  medicationResource,
  medicationStatementResource,
  observationResource,
  type PatientRecord,
  type PatientResource,
  patientResource,
  type Reference,
} from '../../../domain/tools/patient-record/fhir-resources.ts';
import { upstreamStatusOf } from '../../resilience/upstream-status-of.ts';
import { fhirFailure } from './fhir-failure.ts';
import type { SearchFields, SearchResources } from './search-resources.ts';

/** Weight and pregnancy (LOINC). */
const FURTHER_CODES = ['29463-7', '3141-9', '82810-3'];

/** Keeps the resources of one type that are valid. */
const parsed = <Schema extends z.ZodType>(
  resources: readonly unknown[],
  schema: Schema,
): readonly z.output<Schema>[] =>
  resources.flatMap((resource) => {
    const { data, success } = schema.safeParse(resource);
    return success ? [data] : [];
  });

const typeOf = (resource: unknown): string | undefined =>
  isRecord(resource) && typeof resource.resourceType === 'string' ? resource.resourceType : undefined;

/** Selects the patient's own resources from search results, and counts the others of the type. */
const ownOf = (patient: PatientResource) => {
  const unread: Record<string, number> = {};
  const own = <Schema extends z.ZodType>(
    type: string,
    resources: readonly unknown[],
    schema: Schema,
    subjectOf: (resource: z.output<Schema>) => Reference | undefined,
  ): readonly z.output<Schema>[] => {
    const ofType = resources.filter((resource) => typeOf(resource) === type);
    const read = parsed(ofType, schema).filter((one) => refersToPatient(subjectOf(one), patient));
    const others = ofType.length - read.length;
    if (others > 0) unread[type] = (unread[type] ?? 0) + others;
    return read;
  };
  return { own, unread };
};

/** Reads the patient with an id; refuses a record that was merged into another. */
const readPatient = async (search: SearchResources, patientId: string, signal: AbortSignal) => {
  const found = await search('Patient', { _id: patientId }, signal);
  const patient = parsed(found.resources, patientResource).find(({ id }) => id === patientId);
  if (patient === undefined)
    throw fhirFailure('not_found', 'The server of patient records has no patient with this id.');
  if (patient.link.some(({ type }) => type === 'replaced-by'))
    throw fhirFailure('rule_violated', 'The patient record was merged into another one; request that one.');
  return patient;
};

type OwnResources = {
  /** Finds the patient's resources of one type. */
  readonly searchOwn: (
    type: string,
    fields?: SearchFields,
    isOptional?: boolean,
  ) => Promise<readonly unknown[]>;
  /** Types with more resources than were read, and types that the server does not support. */
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
      // Servers report an unsupported type with different statuses.
      const isMissing = [404, 405, 501].includes(Number(upstreamStatusOf(error)));
      if (!isOptional || !isMissing) throw error;
      notOffered.push(type);
      return [];
    }
  };
  return { searchOwn, cut, notOffered };
};

/** Reads the parts of a patient's record that a clinician needs first. */
export const readPatientRecord = async (
  search: SearchResources,
  patientId: string,
  signal: AbortSignal,
): Promise<PatientRecord> => {
  const patient = await readPatient(search, patientId, signal);
  const { searchOwn, cut, notOffered } = searchesOfPatient(search, patientId, signal);
  const [conditions, requests, statements, labs, further, allergies] = await Promise.all([
    searchOwn('Condition'),
    searchOwn('MedicationRequest', { status: 'active', _include: 'MedicationRequest:medication' }),
    searchOwn('MedicationStatement', { _include: 'MedicationStatement:medication' }, true),
    searchOwn('Observation', { category: 'laboratory', _sort: '-date' }),
    searchOwn('Observation', {
      code: FURTHER_CODES.map((code) => `http://loinc.org|${code}`).join(','),
      _sort: '-date',
    }),
    searchOwn('AllergyIntolerance', {}, true),
  ]);
  const { own, unread } = ownOf(patient);
  const subject = (one: { readonly subject?: Reference | undefined }): Reference | undefined => one.subject;
  return {
    patient,
    conditions: own('Condition', conditions, conditionResource, subject),
    medicationRequests: own('MedicationRequest', requests, medicationRequestResource, subject),
    medicationStatements: own('MedicationStatement', statements, medicationStatementResource, subject),
    medications: parsed([...requests, ...statements], medicationResource),
    observations: own('Observation', [...labs, ...further], observationResource, subject),
    allergies: own('AllergyIntolerance', allergies, allergyResource, (one) => one.patient),
    unread,
    cut: [...cut],
    notOffered,
  };
};
