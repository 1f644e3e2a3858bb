import type { Actor } from '../kernel/actor.ts';
import type { RecordedEvent } from '../kernel/event.ts';
import { categoryOf } from '../kernel/identifiers.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { AccessBasis } from '../ownership/access-grounds.ts';
import type { AccessEvent } from './access-events.ts';
import { basisOf } from './basis-of.ts';
import { disclosedSubjects } from './disclosed-subjects.ts';

/** The name of an event, and its outcome. */
type Described = { readonly action: string; readonly outcome: 'success' | 'failure' | 'refused' };

type Coding = { readonly system: string; readonly code: string; readonly display: string };

const HL7 = 'http://terminology.hl7.org/CodeSystem';
const DICOM = 'http://dicom.nema.org/resources/ontology/DCM';
const OURS = 'urn:anamnesis';

/** CRUDE, which compliance tools filter by. */
const actionOf = (event: RecordedEvent): 'C' | 'R' | 'U' | 'D' | 'E' => {
  if (event.type === 'KnowledgeSearched' || event.type === 'AccessRefused') return 'E';
  if (categoryOf(event.streamId) === 'access') return 'R';
  if (event.type === 'SubjectErased') return 'D';
  return event.revision === 0 ? 'C' : 'U';
};

/** 0 success, 4 minor failure, 8 serious failure (DICOM). A refusal is minor: the caller can fix it. */
const outcomeCode = { success: '0', refused: '4', failure: '8' } as const;

/** The purpose of use (HL7 v3 ActReason). */
const purposes: Readonly<Record<AccessBasis, Coding>> = {
  own: { system: `${HL7}/v3-ActReason`, code: 'TREAT', display: 'treatment' },
  shared: { system: `${HL7}/v3-ActReason`, code: 'TREAT', display: 'treatment' },
  oversight: { system: `${HL7}/v3-ActReason`, code: 'HCOMPL', display: 'health compliance' },
  'break-glass': { system: `${HL7}/v3-ActReason`, code: 'BTG', display: 'break the glass' },
};

const reasonOf = (event: RecordedEvent): string | undefined => {
  if (categoryOf(event.streamId) !== 'access') return undefined;
  // The log has validated each event against the schema of its type.
  const { data } = event as RecordedEvent<AccessEvent>;
  return 'reason' in data ? data.reason : undefined;
};

const purposeOf = (event: RecordedEvent) => {
  const basis = basisOf(event);
  const text = reasonOf(event);
  if (basis === undefined && text === undefined) return {};
  const coding = basis === undefined ? undefined : [purposes[basis]];
  return { purposeOfEvent: [omitUndefined({ coding, text })] };
};

const practitioner = (id: string) => ({
  type: 'Practitioner',
  identifier: { system: `${OURS}:user`, value: id },
});

const isProgram = ({ id, role }: Actor): boolean => role === 'service' || id.startsWith('system:');

/** The agents: who acted and for whom. The person is the requester, even if a program asked for them. */
const agentsOf = ({ metadata: { actor, client } }: RecordedEvent) => {
  const network = client?.ip === undefined ? {} : { network: { address: client.ip, type: '2' } };
  const role = [{ coding: [{ system: `${OURS}:role`, code: actor.role, display: actor.role }] }];
  const who = isProgram(actor)
    ? { type: 'Device', identifier: { system: `${OURS}:user`, value: actor.id } }
    : practitioner(actor.id);
  return [
    { role, who, requestor: actor.onBehalfOf === undefined, ...network },
    ...(actor.onBehalfOf === undefined ? [] : [{ who: practitioner(actor.onBehalfOf), requestor: true }]),
  ];
};

const entityType = {
  person: { system: `${HL7}/audit-entity-type`, code: '1', display: 'Person' },
  object: { system: `${HL7}/audit-entity-type`, code: '2', display: 'System Object' },
} as const;

const objectRole = {
  patient: { system: `${HL7}/object-role`, code: '1', display: 'Patient' },
  report: { system: `${HL7}/object-role`, code: '3', display: 'Report' },
  domain: { system: `${HL7}/object-role`, code: '4', display: 'Domain Resource' },
} as const;

/** One subject of an event: a patient by pseudonym, a document by its key, anything else by its id. */
const entityOf = (subject: string) => {
  const [kind = '', ...rest] = subject.split(':');
  const value = rest.join(':');
  if (kind === 'person')
    return {
      what: { type: 'Patient', identifier: { system: `${OURS}:subject`, value } },
      type: entityType.person,
      role: objectRole.patient,
    };
  return {
    what: { identifier: { system: `${OURS}:${value === '' ? 'all' : kind}`, value: value || subject } },
    type: entityType.object,
    role: kind === 'document' ? objectRole.report : objectRole.domain,
  };
};

/**
 * An event as a FHIR R4 AuditEvent (https://hl7.org/fhir/R4/auditevent.html), without its content: who, when, on whose
 * behalf, from where, why, of whom, with what outcome. The last entity gives its stream and position.
 */
export const fhirAuditEvent = (event: RecordedEvent, { action, outcome }: Described) => ({
  resourceType: 'AuditEvent' as const,
  id: event.id,
  type:
    categoryOf(event.streamId) === 'access'
      ? { system: `${HL7}/audit-event-type`, code: 'rest', display: 'RESTful Operation' }
      : { system: DICOM, code: '110100', display: 'Application Activity' },
  subtype: [{ system: `${OURS}:event-type`, code: event.type, display: action }],
  action: actionOf(event),
  recorded: event.recordedAt,
  outcome: outcomeCode[outcome],
  outcomeDesc: action,
  ...purposeOf(event),
  agent: agentsOf(event),
  source: {
    observer: { type: 'Device', display: 'Anamnesis' },
    type: [{ system: `${HL7}/security-source-type`, code: '4', display: 'Application Server' }],
  },
  entity: [
    ...disclosedSubjects(event).map(entityOf),
    {
      what: { identifier: { system: `${OURS}:stream`, value: event.streamId } },
      type: entityType.object,
      role: objectRole.domain,
      detail: [
        { type: 'position', valueString: String(event.position) },
        { type: 'revision', valueString: String(event.revision) },
        { type: 'phi', valueString: String(event.metadata.phi) },
        { type: 'correlationId', valueString: event.metadata.correlationId },
      ],
    },
  ],
});
