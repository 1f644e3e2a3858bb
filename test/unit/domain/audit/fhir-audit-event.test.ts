import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auditFactsOf, fhirAuditEvents } from '../../../../domain/audit/fhir-audit-event.ts';
import type { RecordedEvent } from '../../../../domain/kernel/event.ts';

// The AuditEvent schema of R4, with its cardinalities and required codes (hl7.org/fhir/R4/auditevent.html).
const coding = z.strictObject({ system: z.url(), code: z.string().min(1), display: z.string() });
const ours = z.strictObject({ system: z.string().startsWith('urn:'), code: z.string(), display: z.string() });
const concept = z.strictObject({
  coding: z
    .array(z.union([coding, ours]))
    .min(1)
    .optional(),
  text: z.string().optional(),
});
const reference = z.strictObject({
  type: z.string().optional(),
  identifier: z.strictObject({ system: z.string(), value: z.string().min(1) }).optional(),
  display: z.string().optional(),
});
const auditEvent = z.strictObject({
  resourceType: z.literal('AuditEvent'),
  id: z.string().regex(/^[A-Za-z0-9.-]{1,64}$/),
  meta: z.strictObject({ profile: z.array(z.url()) }).optional(),
  type: coding,
  subtype: z.array(z.union([coding, ours])),
  action: z.enum(['C', 'R', 'U', 'D', 'E']),
  recorded: z.iso.datetime(),
  outcome: z.enum(['0', '4', '8', '12']),
  outcomeDesc: z.string(),
  purposeOfEvent: z.array(concept).optional(),
  agent: z
    .array(
      z.strictObject({
        type: concept,
        role: z.array(concept).optional(),
        who: reference,
        requestor: z.boolean(),
        network: z.strictObject({ address: z.string(), type: z.enum(['1', '2', '3', '4', '5']) }).optional(),
      }),
    )
    .min(1),
  source: z.strictObject({ observer: reference, type: z.array(coding) }),
  entity: z.array(
    z.strictObject({
      what: reference,
      type: coding,
      role: coding.optional(),
      detail: z.array(z.strictObject({ type: z.string(), valueString: z.string() })).optional(),
    }),
  ),
});

const queryId = '0190a8c0-0000-7000-8000-000000000001';
const read = (over: Partial<RecordedEvent> = {}): RecordedEvent => ({
  id: '0190a8c0-0000-7000-8000-000000000002',
  type: 'AnswerRead',
  schemaVersion: 1,
  streamId: `access-query-${queryId}`,
  revision: 3,
  position: 7,
  recordedAt: '2026-01-02T03:04:05.006Z',
  data: { queryId, basis: 'oversight', reason: 'Complaint 12' },
  metadata: {
    correlationId: 'c',
    causationId: 'c',
    actor: { id: 'bedside-app', role: 'service', onBehalfOf: 'dora' },
    client: { ip: '192.0.2.7' },
    phi: true,
    subject: 'person:patient-4711',
  },
  ...over,
});
const fhirAuditEvent = (
  event: RecordedEvent,
  described: Parameters<typeof auditFactsOf>[1],
): ReturnType<typeof fhirAuditEvents>[number] | undefined =>
  fhirAuditEvents(auditFactsOf(event, described))[0];
const success = { action: 'Read an answer.', outcome: 'success' } as const;

describe('a read access as a FHIR AuditEvent', () => {
  const resource = auditEvent.parse(fhirAuditEvent(read(), success));

  it('names the patient by the pseudonym, and the resource that was read', () => {
    expect(
      resource.entity.map(({ what, role }) => [what.type, what.identifier?.value, role?.display]),
    ).toEqual([
      ['Patient', 'patient-4711', 'Patient'],
      [undefined, queryId, 'Domain Resource'],
      [undefined, `access-query-${queryId}`, undefined],
    ]);
    expect(resource.meta?.profile).toEqual([
      'https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.PatientRead',
    ]);
  });

  it('states the purpose and the legal basis', () => {
    expect(resource.purposeOfEvent).toMatchObject([{ coding: [{ code: 'HCOMPL' }], text: 'Complaint 12' }]);
  });

  it('distinguishes the program from the person who asked through it', () => {
    expect(resource.agent.map(({ who, requestor }) => [who.type, who.identifier?.value, requestor])).toEqual([
      ['Device', 'bedside-app', false],
      ['Device', undefined, false],
      ['Practitioner', 'dora', true],
    ]);
    expect(resource.agent.map(({ type }) => type.coding?.[0]?.code)).toEqual(['110152', '110153', 'IRCP']);
    expect(resource.agent[0]?.network).toEqual({ address: '192.0.2.7', type: '2' });
  });

  it('has a successful outcome', () => {
    expect([resource.action, resource.outcome, resource.recorded]).toEqual([
      'R',
      '0',
      '2026-01-02T03:04:05.006Z',
    ]);
  });
});

it('represents an access to several patients as one AuditEvent a patient', () => {
  const several = read({ data: { queryId, subjects: ['person:patient-4712', 'person:patient-4711'] } });
  const resources = fhirAuditEvents(auditFactsOf(several, success)).map((one) => auditEvent.parse(one));
  expect(resources.map(({ id, entity }) => [id, entity[0]?.what.identifier?.value])).toEqual([
    [several.id, 'patient-4711'],
    [`${several.id}.1`, 'patient-4712'],
  ]);
});

it('claims a pattern only where it has everything that the pattern demands', () => {
  const { metadata } = read();
  const unknownAddress = { ...metadata, client: {} };
  const profileOf = (over: Partial<RecordedEvent>) => fhirAuditEvent(read(over), success)?.meta;
  expect(profileOf({ metadata: unknownAddress })).toBeUndefined();
  expect(profileOf({ type: 'ConversationsListed', data: { conversationIds: [] } })).toBeUndefined();
  const { subject: _, ...plain } = metadata;
  expect(profileOf({ metadata: plain })?.profile).toEqual([
    'https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.Read',
  ]);
});

it('also represents a refusal, a full export and an event without a reader in R4', () => {
  const refused = fhirAuditEvent(
    read({
      type: 'AccessRefused',
      data: { route: '/api/stream', method: 'GET', code: 'unauthenticated', count: 1 },
    }),
    { action: 'Was denied access.', outcome: 'refused' },
  );
  expect(auditEvent.parse(refused)).toMatchObject({ action: 'E', outcome: '4' });
  const exported = fhirAuditEvent(
    read({ type: 'AuditTrailRead', data: { kind: 'export', parameters: {} } }),
    { action: 'Read or exported the audit trail.', outcome: 'success' },
  );
  expect(auditEvent.parse(exported).entity).toContainEqual(
    expect.objectContaining({ what: { identifier: { system: 'urn:anamnesis:all', value: '*' } } }),
  );
  const asked = fhirAuditEvent(
    read({ type: 'QueryAsked', streamId: `query-${queryId}`, revision: 0, data: {} }),
    success,
  );
  expect(auditEvent.parse(asked)).toMatchObject({ action: 'C' });
});
