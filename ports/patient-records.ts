import type { PatientRecord } from '../domain/tools/patient-record/fhir-resources.ts';

/**
 * Patient records that a server on the premises keeps.
 *
 * `read` rejects with a Failure: `not_found` (no such patient, or one that was deleted), `rule_violated` (the record was
 * merged into another), `external_api_error` (refused, or an answer that cannot be used), `rate_limit_exceeded`,
 * `unavailable`, `timeout`; with the signal's reason when it aborts. No text of the server and no id is part of an error.
 */
export type PatientRecords = {
  /** Host of the server, for people who are asked whether it may be read. */
  readonly server: string;
  /** @param patientId the patient's logical id on the server */
  readonly read: (patientId: string, signal: AbortSignal) => Promise<PatientRecord>;
};
