import type { FilterQuery } from '@mikro-orm/core';
import { type AnyEvent, allEvents } from '../../domain/all-events.ts';
import { ALL_SUBJECTS, disclosedStreamSubject } from '../../domain/audit/disclosed-subjects.ts';
import { deletions, executions, type FhirAction } from '../../domain/audit/fhir-audit-event.ts';
import type { Role } from '../../domain/kernel/actor.ts';
import type { StreamCategory, StreamId } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { AccessBasis } from '../../domain/ownership/access-grounds.ts';
import { fullSubjectOf } from '../../domain/privacy/subject-reference.ts';
import { instantSpan } from '../instant-span.ts';
import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { auditActionsOf } from './audit-actions.ts';
import { auditObjectOf } from './audit-object.ts';
import { type AuditOutcome, auditOutcomeOf } from './audit-outcomes.ts';
import type { AuditEntryRow } from './entity.ts';
import { auditEntryEntity } from './entity.ts';

/** An entry of the audit trail as the API shows it; instants are ISO 8601 UTC. */
export type AuditEntryDto = Readonly<AuditEntryRow> & {
  readonly outcome: AuditOutcome;
  /** What was read or changed. */
  readonly object: string | null;
};

/** A row as the API shows it: a separate plain object. */
const toAuditEntryDto = (row: AuditEntryRow): AuditEntryDto => ({
  ...row,
  outcome: auditOutcomeOf(row.type),
  object: auditObjectOf(row),
});

/** One entry by the id of its event; `undefined` when there is none. Reads read model `audit-entries`. */
export const getAuditEntry = async (
  { entities }: ReadModelView,
  eventId: string,
): Promise<AuditEntryDto | undefined> => {
  const row = await entities.findOne(auditEntryEntity, { eventId }, { disableIdentityMap: true });
  return row ? toAuditEntryDto(row) : undefined;
};

/** Narrows the audit trail; members combine by "and". */
export type ListAuditEntries = PageRequest & {
  /** `desc` (newest first) when absent. */
  readonly order?: 'asc' | 'desc' | undefined;
  readonly actorId?: string | undefined;
  readonly role?: Role | undefined;
  /** The person for whom a service acted, or who acted. */
  readonly onBehalfOf?: string | undefined;
  /** The person who acted or for whom a service acted. */
  readonly user?: string | undefined;
  /** The kind of action, as FHIR distinguishes them. */
  readonly fhirAction?: FhirAction | undefined;
  readonly type?: AnyEvent['type'] | undefined;
  /** Any of these types. */
  readonly types?: readonly AnyEvent['type'][] | undefined;
  /** Words in the sentence that describes the event, ignoring case. */
  readonly action?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  /** Includes accesses to the stream's content. */
  readonly streamId?: StreamId | undefined;
  readonly category?: StreamCategory | undefined;
  readonly correlationId?: string | undefined;
  /** The person or thing concerned, in full (`person:patient-4711`) or a person's pseudonym alone. */
  readonly subject?: string | undefined;
  /** A further thing concerned, in full (`document:…`). */
  readonly thing?: string | undefined;
  readonly phi?: boolean | undefined;
  readonly basis?: AccessBasis | undefined;
  /** ISO 8601, both ends included; a day counts as a whole. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Log positions, both included. */
  readonly firstPosition?: number | undefined;
  readonly lastPosition?: number | undefined;
};

type Condition = FilterQuery<AuditEntryRow>;

/** The event types and the actions that match: the outcome follows from the type. */
const typesOf = ({ type, types, action, outcome }: ListAuditEntries): readonly Condition[] => {
  if (type === undefined && types === undefined && action === undefined && outcome === undefined) return [];
  const words = action?.toLowerCase();
  const matching = (known: AnyEvent['type']): readonly string[] =>
    auditActionsOf(known).filter((sentence) => words === undefined || sentence.toLowerCase().includes(words));
  const wanted = allEvents
    .map((definition) => definition.type)
    .filter(
      (known) =>
        (type === undefined || known === type) &&
        (types === undefined || types.includes(known)) &&
        matching(known).length > 0 &&
        (outcome === undefined || auditOutcomeOf(known) === outcome),
    );
  return [
    { type: { $in: wanted } },
    ...(words === undefined ? [] : [{ action: { $in: wanted.flatMap(matching) } }]),
  ];
};

/** An access to everyone's data is an access to this subject's data too. */
const aboutSubject = (subject: string | undefined): readonly Condition[] =>
  subject === undefined
    ? []
    : [{ about: { $overlap: [...new Set([subject, fullSubjectOf(subject) ?? subject, ALL_SUBJECTS])] } }];

const ofStream = (streamId: StreamId | undefined): readonly Condition[] => {
  if (streamId === undefined) return [];
  const subject = disclosedStreamSubject(streamId);
  if (subject === undefined) return [{ streamId }];
  return [{ $or: [{ streamId }, { category: 'access', about: { $overlap: [subject] } }] }];
};

/**
 * The streams of a category share a prefix, so they form one range of their index, however many other entries there
 * are.
 */
const ofCategory = (category: StreamCategory | undefined): readonly Condition[] =>
  category === undefined ? [] : [{ category, streamId: { $gte: `${category}-`, $lt: `${category}.` } }];

/** As `fhirAuditEvents` tells the kinds of actions apart. */
const ofAction = (action: FhirAction | undefined): readonly Condition[] => {
  const isAccess: Condition = { category: 'access', streamId: { $gte: 'access-', $lt: 'access.' } };
  const isKnown = (types: readonly string[]) => (type: AnyEvent['type']) => types.includes(type);
  const allTypes = allEvents.map(({ type }) => type);
  const executed = allTypes.filter(isKnown(executions));
  const deleted = allTypes.filter(isKnown(deletions));
  const isWrite: Condition = { category: { $ne: 'access' }, type: { $nin: [...executed, ...deleted] } };
  switch (action) {
    case undefined:
      return [];
    case 'E':
      return [{ type: { $in: executed } }];
    case 'R':
      return [isAccess, { type: { $nin: executed } }];
    case 'D':
      return [{ type: { $in: deleted } }];
    case 'C':
      return [isWrite, { revision: 0 }];
    case 'U':
      return [isWrite, { revision: { $gt: 0 } }];
  }
};

const between = (first: number | undefined, last: number | undefined): readonly Condition[] =>
  first === undefined && last === undefined
    ? []
    : [{ position: { ...omitUndefined({ $gte: first, $lte: last }) } }];

const beyond = (order: 'asc' | 'desc', cursor: string | undefined): readonly Condition[] => {
  if (cursor === undefined) return [];
  const position = decodePositionCursor(cursor);
  return [{ position: order === 'asc' ? { $gt: position } : { $lt: position } }];
};

const conditionsOf = (request: ListAuditEntries, order: 'asc' | 'desc'): readonly Condition[] => {
  const { actorId, role: actorRole, onBehalfOf, category, correlationId, phi, basis, user } = request;
  const recordedAt = instantSpan(request.from, request.to);
  return [
    { ...omitUndefined({ actorId, actorRole, correlationId, phi, basis, recordedAt }) },
    ...(onBehalfOf === undefined ? [] : [{ onBehalfOf }]),
    ...typesOf(request),
    ...aboutSubject(request.subject),
    ...aboutSubject(request.thing),
    ...ofStream(request.streamId),
    ...ofCategory(category),
    ...ofAction(request.fhirAction),
    ...(user === undefined ? [] : [{ $or: [{ actorId: user }, { onBehalfOf: user }] }]),
    ...between(request.firstPosition, request.lastPosition),
    ...beyond(order, request.cursor),
  ];
};

/**
 * The audit trail in log order, newest first unless requested otherwise. Reads read model `audit-entries`.
 *
 * @throws Failure `validation_error` for `limit`, `cursor`, `from` or `to`
 */
export const listAuditEntries = async (
  view: ReadModelView,
  request: ListAuditEntries,
): Promise<PageOf<AuditEntryDto>> => {
  const { limit, order = 'desc' } = request;
  const where = { $and: [...conditionsOf(request, order)] };
  return pageOfRows(
    limit,
    (rows) =>
      view.entities.find(auditEntryEntity, where, {
        orderBy: { position: order },
        limit: rows,
        disableIdentityMap: true,
      }),
    toAuditEntryDto,
    (row) => encodePositionCursor(row.position),
  );
};
