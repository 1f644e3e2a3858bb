import type { PatientRecord } from '../domain/tools/patient-record/fhir-resources.ts';

/**
 * Patient records of a server on the premises.
 *
 * `read` rejects with a Failure: `not_found` (no such patient, or a deleted one), `rule_violated` (the record was
 * merged into another), `external_api_error` (refused, or an unusable answer), `rate_limit_exceeded`, `unavailable`,
 * `timeout`; with the signal's reason when it aborts. Errors contain no id and no text of the server.
 */
export type PatientRecords = {
  /** Host of the server, shown to people who confirm access. */
  readonly server: string;
  /** @param patientId the patient's logical id on the server */
  readonly read: (patientId: string, signal: AbortSignal) => Promise<PatientRecord>;
};
