import type { Actor } from '../kernel/actor.ts';
import type { RecordedEvent } from '../kernel/event.ts';
import { categoryOf } from '../kernel/identifiers.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { AccessBasis } from '../ownership/access-grounds.ts';
import type { AccessEvent } from './access-events.ts';
import { basisOf } from './basis-of.ts';
import { disclosedSubjects } from './disclosed-subjects.ts';

/** What the audit trail says of an event, without its content. */
export type AuditFacts = {
  readonly eventId: string;
  readonly type: string;
  readonly streamId: string;
  readonly category: string;
  readonly revision: number;
  readonly position: number;
  readonly recordedAt: string;
  readonly actor: Actor;
  readonly ip: string | undefined;
  readonly phi: boolean;
  readonly correlationId: string;
  /** The people and things concerned; `*` for everyone. */
  readonly about: readonly string[];
  readonly basis: AccessBasis | undefined;
  /** Why, in the words of the person who acted; left out for readers who may not see it. */
  readonly reason: string | undefined;
  /** A sentence that describes the event. */
  readonly action: string;
  readonly outcome: 'success' | 'failure' | 'refused';
};

type Coding = { readonly system: string; readonly code: string; readonly display: string };

const HL7 = 'http://terminology.hl7.org/CodeSystem';
const DICOM = 'http://dicom.nema.org/resources/ontology/DCM';
const BALP = 'https://profiles.ihe.net/ITI/BALP/StructureDefinition';
const OURS = 'urn:anamnesis';

/** CRUDE, which compliance tools filter by. */
export const fhirActions = ['C', 'R', 'U', 'D', 'E'] as const;
export type FhirAction = (typeof fhirActions)[number];

/** The types of events that stand for an execution, and for a deletion, in whichever stream. */
export const executions: readonly string[] = ['KnowledgeSearched', 'AccessRefused'];
export const deletions: readonly string[] = ['SubjectErased'];

const actionOf = ({ type, category, revision }: AuditFacts): FhirAction => {
  if (executions.includes(type)) return 'E';
  if (category === 'access') return 'R';
  if (deletions.includes(type)) return 'D';
  return revision === 0 ? 'C' : 'U';
};

/** 0 success, 4 minor failure, 8 serious failure (DICOM). A refusal is minor: the caller can fix it. */
export const fhirOutcomes = { success: '0', refused: '4', failure: '8' } as const;

/** The purpose of use (HL7 v3 ActReason). */
const purposes: Readonly<Record<AccessBasis, Coding>> = {
  own: { system: `${HL7}/v3-ActReason`, code: 'TREAT', display: 'treatment' },
  shared: { system: `${HL7}/v3-ActReason`, code: 'TREAT', display: 'treatment' },
  oversight: { system: `${HL7}/v3-ActReason`, code: 'HCOMPL', display: 'health compliance' },
  'break-glass': { system: `${HL7}/v3-ActReason`, code: 'BTG', display: 'break the glass' },
};

const purposeOf = ({ basis, reason: text }: AuditFacts) => {
  if (basis === undefined && text === undefined) return {};
  const coding = basis === undefined ? undefined : [purposes[basis]];
  return { purposeOfEvent: [omitUndefined({ coding, text })] };
};

const practitioner = (id: string) => ({
  type: 'Practitioner',
  identifier: { system: `${OURS}:user`, value: id },
});

const isProgram = ({ id, role }: Actor): boolean => role === 'service' || id.startsWith('system:');

const dicomRole = (code: string, display: string) => ({
  type: { coding: [{ system: DICOM, code, display }] },
});
const source = dicomRole('110153', 'Source Role ID');
const destination = dicomRole('110152', 'Destination Role ID');

/**
 * The agents: the client and this server, between which data went, and who acted. What is read goes to the client;
 * everything else comes from it. The person is the requestor, even if a program asked for them.
 */
const agentsOf = (facts: AuditFacts) => {
  const { actor, ip } = facts;
  const role = [{ coding: [{ system: `${OURS}:role`, code: actor.role, display: actor.role }] }];
  const program = { type: 'Device', identifier: { system: `${OURS}:user`, value: actor.id } };
  const person = isProgram(actor) ? actor.onBehalfOf : actor.id;
  const isRead = facts.category === 'access';
  const client = {
    ...(isRead ? destination : source),
    ...(isProgram(actor) ? { role, who: program } : { who: { type: 'Device', display: 'Client' } }),
    requestor: person === undefined && actor.onBehalfOf === undefined,
    ...(ip === undefined ? {} : { network: { address: ip, type: '2' } }),
  };
  const server = {
    ...(isRead ? source : destination),
    who: { type: 'Device', display: 'Anamnesis' },
    requestor: false,
    network: { address: OURS, type: '5' },
  };
  const user = (id: string, requestor: boolean) => ({
    type: {
      coding: [
        isRead
          ? { system: `${HL7}/v3-ParticipationType`, code: 'IRCP', display: 'information recipient' }
          : { system: `${HL7}/v3-ParticipationType`, code: 'AUT', display: 'author (originator)' },
      ],
    },
    ...(isProgram(actor) ? {} : { role }),
    who: practitioner(id),
    requestor,
  });
  return [
    client,
    server,
    ...(person === undefined ? [] : [user(person, isProgram(actor) || actor.onBehalfOf === undefined)]),
    ...(isProgram(actor) || actor.onBehalfOf === undefined ? [] : [user(actor.onBehalfOf, true)]),
  ];
};

const entityType = {
  person: { system: `${HL7}/audit-entity-type`, code: '1', display: 'Person' },
  object: { system: `${HL7}/audit-entity-type`, code: '2', display: 'System Object' },
  other: { system: `${HL7}/audit-entity-type`, code: '4', display: 'Other' },
} as const;

const objectRole = {
  patient: { system: `${HL7}/object-role`, code: '1', display: 'Patient' },
  report: { system: `${HL7}/object-role`, code: '3', display: 'Report' },
  domain: { system: `${HL7}/object-role`, code: '4', display: 'Domain Resource' },
} as const;

const PERSON = 'person:';

const patientEntity = (subject: string) => ({
  what: {
    type: 'Patient',
    identifier: { system: `${OURS}:subject`, value: subject.slice(PERSON.length) },
  },
  type: entityType.person,
  role: objectRole.patient,
});

/** A thing that an event concerns: a document by its key, anything else by its id, everything as `*`. */
const objectEntity = (subject: string) => {
  const [kind = '', ...rest] = subject.split(':');
  const value = rest.join(':');
  return {
    what: { identifier: { system: `${OURS}:${value === '' ? 'all' : kind}`, value: value || subject } },
    type: entityType.object,
    role: kind === 'document' ? objectRole.report : objectRole.domain,
  };
};

/** Keys of officers seal their reasons; they say nothing about whose data was seen. */
const isThing = (subject: string): boolean => !subject.startsWith('searches-of:');

/** The readings of one thing, which the patterns of BALP describe. */
const reads: readonly string[] = ['AnswerRead', 'ConversationRead', 'ToolCallRead', 'DocumentRead'];

/** The profile that a resource keeps to. A read without a known address does not: the pattern demands one. */
const profileOf = ({ type, ip, outcome, about, actor }: AuditFacts, patient: string | undefined) => {
  // The pattern has room for one user.
  if (!isProgram(actor) && actor.onBehalfOf !== undefined) return {};
  const objects = about.filter((subject) => /^(document|query|conversation|tool_call):/.test(subject));
  if (!reads.includes(type) || ip === undefined || outcome !== 'success' || objects.length !== 1) return {};
  const name = patient === undefined ? 'Read' : 'PatientRead';
  return { meta: { profile: [`${BALP}/IHE.BasicAudit.${name}`] } };
};

const resourceOf = (facts: AuditFacts, id: string, patient: string | undefined) => ({
  resourceType: 'AuditEvent' as const,
  id,
  ...profileOf(facts, patient),
  type:
    facts.category === 'access'
      ? { system: `${HL7}/audit-event-type`, code: 'rest', display: 'Restful Operation' }
      : { system: DICOM, code: '110100', display: 'Application Activity' },
  subtype: [
    ...(reads.includes(facts.type)
      ? [{ system: 'http://hl7.org/fhir/restful-interaction', code: 'read', display: 'read' }]
      : []),
    { system: `${OURS}:event-type`, code: facts.type, display: facts.action },
  ],
  action: actionOf(facts),
  recorded: facts.recordedAt,
  outcome: fhirOutcomes[facts.outcome],
  outcomeDesc: facts.action,
  ...purposeOf(facts),
  agent: agentsOf(facts),
  source: {
    observer: { type: 'Device', display: 'Anamnesis' },
    type: [{ system: `${HL7}/security-source-type`, code: '4', display: 'Application Server' }],
  },
  entity: [
    ...(patient === undefined ? [] : [patientEntity(patient)]),
    ...facts.about.filter((subject) => !subject.startsWith(PERSON) && isThing(subject)).map(objectEntity),
    {
      what: { identifier: { system: `${OURS}:stream`, value: facts.streamId } },
      type: entityType.other,
      detail: [
        { type: 'position', valueString: String(facts.position) },
        { type: 'revision', valueString: String(facts.revision) },
        { type: 'phi', valueString: String(facts.phi) },
        { type: 'correlationId', valueString: facts.correlationId },
      ],
    },
  ],
});

export type FhirAuditEvent = ReturnType<typeof resourceOf>;

/**
 * An event as FHIR R4 AuditEvents (https://hl7.org/fhir/R4/auditevent.html) in the patterns of IHE BALP 1.1.3: one for
 * each patient concerned, or one if there is none. Without content: who, when, on whose behalf, from where, why, of
 * whom, with what outcome. The last entity gives its stream and position. The id of the first is that of the event; of
 * the others it ends in their number.
 */
export const fhirAuditEvents = (facts: AuditFacts): readonly FhirAuditEvent[] => {
  const [first, ...others] = facts.about.filter((subject) => subject.startsWith(PERSON));
  return [
    resourceOf(facts, facts.eventId, first),
    ...others.map((patient, index) => resourceOf(facts, `${facts.eventId}.${index + 1}`, patient)),
  ];
};

const reasonOf = (event: RecordedEvent): string | undefined => {
  if (categoryOf(event.streamId) !== 'access') return undefined;
  // The log has validated each event against the schema of its type.
  const { data } = event as RecordedEvent<AccessEvent>;
  return 'reason' in data ? data.reason : undefined;
};

/** What the audit trail says of an event of the log, its reason included. */
export const auditFactsOf = (
  event: RecordedEvent,
  described: Pick<AuditFacts, 'action' | 'outcome'>,
): AuditFacts => ({
  ...described,
  eventId: event.id,
  type: event.type,
  streamId: event.streamId,
  category: categoryOf(event.streamId),
  revision: event.revision,
  position: event.position,
  recordedAt: event.recordedAt,
  actor: event.metadata.actor,
  ip: event.metadata.client?.ip,
  phi: event.metadata.phi,
  correlationId: event.metadata.correlationId,
  about: disclosedSubjects(event),
  basis: basisOf(event),
  reason: reasonOf(event),
});
