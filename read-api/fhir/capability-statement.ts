/** When the interface was last changed; a CapabilityStatement must have a date. */
const CHANGED = '2026-11-30';

const parameter = (name: string, type: 'reference' | 'token' | 'date', documentation: string) => ({
  name,
  type,
  documentation,
});

/** What the FHIR interface can do (hl7.org/fhir/R4/capabilitystatement.html). */
export const capabilityStatement = (version: string) => ({
  resourceType: 'CapabilityStatement' as const,
  status: 'active' as const,
  date: CHANGED,
  kind: 'instance' as const,
  software: { name: 'Anamnesis', version },
  implementation: { description: 'The audit trail and the origin of documents, read only.' },
  fhirVersion: '4.0.1' as const,
  format: ['json', 'application/fhir+json'],
  rest: [
    {
      mode: 'server' as const,
      security: { description: 'A bearer token with the permission audit:read. Every access is recorded.' },
      resource: [
        {
          type: 'AuditEvent',
          documentation:
            'Search with POST AuditEvent/_search: then no patient stands in an address, which logs and histories keep.',
          supportedProfile: [
            'https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.Read',
            'https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.PatientRead',
          ],
          interaction: [{ code: 'read' as const }, { code: 'search-type' as const }],
          searchParam: [
            parameter('patient', 'reference', 'The opaque pseudonym of the patient.'),
            parameter('agent', 'reference', 'Who acted, or on whose behalf.'),
            parameter('entity', 'reference', 'The thing concerned, such as document:<key>.'),
            parameter('date', 'date', 'When it was recorded: eq, ge, gt, le, lt.'),
            parameter('action', 'token', 'C, R, U, D or E.'),
            parameter('outcome', 'token', '0, 4 or 8.'),
          ],
        },
        {
          type: 'Provenance',
          interaction: [{ code: 'search-type' as const }],
          searchParam: [parameter('target', 'reference', 'The document: document:<key>.')],
        },
      ],
    },
  ],
});
