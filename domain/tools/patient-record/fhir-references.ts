import type { PatientResource, Reference } from './fhir-resources.ts';

/**
 * What a reference names, as one spelling: `Medication/7` for a relative or absolute one of whatever version; a
 * `urn:` and `#inside` as they are.
 */
export const referenceKey = (reference: string): string => {
  const [plain = ''] = reference.split('/_history/');
  if (plain.startsWith('urn:') || plain.startsWith('#')) return plain;
  return plain.split('/').slice(-2).join('/');
};

/** Whether a reference means a patient: by address, by the name that the server gave it, or by an identifier alone. */
export const meansPatient = (
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
