import type { PatientResource, Reference } from './fhir-resources.ts';

/**
 * Normalizes a reference: `Medication/7` for a relative or absolute one, without the version; `urn:` and `#inside`
 * stay as they are.
 */
export const referenceKey = (reference: string): string => {
  const [plain = ''] = reference.split('/_history/');
  if (plain.startsWith('urn:') || plain.startsWith('#')) return plain;
  return plain.split('/').slice(-2).join('/');
};

/** True when a reference denotes a patient: by address, by the server's name for it, or by identifier only. */
export const refersToPatient = (
  refers: Reference | undefined,
  { id, fullUrl, identifier }: PatientResource,
): boolean => {
  if (refers?.reference !== undefined) {
    const key = referenceKey(refers.reference);
    return key === `Patient/${id}` || (fullUrl?.startsWith('urn:') === true && key === fullUrl);
  }
  const named = refers?.identifier;
  return (
    named?.value !== undefined &&
    identifier.some(({ system, value }) => system === named.system && value === named.value)
  );
};
