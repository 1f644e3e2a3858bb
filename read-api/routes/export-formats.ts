import { type Options, stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { type AnyEvent, allEvents } from '../../domain/all-events.ts';
import { disclosedSubjects } from '../../domain/audit/disclosed-subjects.ts';
import { auditFactsOf, fhirAuditEvents } from '../../domain/audit/fhir-audit-event.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { categoryOf } from '../../domain/kernel/identifiers.ts';
import { leafPaths } from '../../domain/privacy/leaf-paths.ts';
import { isUnreadable, type UnreadableEvent } from '../../ports/event-store.ts';
import { auditActionOf } from '../../projections/audit-entries/audit-actions.ts';
import { auditObjectOf } from '../../projections/audit-entries/audit-object.ts';
import { auditOutcomeOf } from '../../projections/audit-entries/audit-outcomes.ts';
import { reasonOf } from '../audit/reasons.ts';
import {
  eventRepresentation,
  toEventRepresentation,
  unreadableEventRepresentation,
} from '../representations/audit-representation.ts';

/** The format of an export of the log: its beginning, and one piece for each event. */
export type ExportFormat = {
  readonly contentType: string;
  /** The extension of its file name. */
  readonly extension: string;
  /** The schema of a line of JSON. */
  readonly content?: z.ZodType;
  readonly header: string;
  readonly line: (event: RecordedEvent | UnreadableEvent) => string;
};

const facts = [
  'position',
  'recordedAt',
  'streamId',
  'revision',
  'type',
  'action',
  'outcome',
  'schemaVersion',
  'id',
  'actorId',
  'actorRole',
  'onBehalfOf',
  'correlationId',
  'causationId',
  'traceparent',
  'ip',
  'userAgent',
  'phi',
  'subject',
  'about',
  'object',
  'reason',
  'erased',
  'unreadable',
  'storedData',
  'storedMetadata',
] as const;
type Facts = Readonly<Partial<Record<(typeof facts)[number], string | number | boolean | undefined>>>;

/** One column for each field of any event type; nested ones have dots: `data.clinicalContext.patientAge`. */
const fields = [
  ...new Set(allEvents.flatMap(({ schema }) => leafPaths(schema).map((path) => `data.${path}`))),
].toSorted();

const columns = [...facts, ...fields];

/** Excel reads a file without it in the code page of the machine: `Müller` becomes `MÃ¼ller`. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * RFC 4180. A leading apostrophe defuses text that a spreadsheet would evaluate as a formula (OWASP, "CSV
 * Injection"), also after a line feed.
 */
const csvOptions: Options = {
  columns,
  record_delimiter: '\r\n',
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { boolean: String, string: (text) => (text.startsWith('\n') ? `'${text}` : text) },
};

const factsOf = (event: RecordedEvent): Facts => {
  const { actor, client, ...metadata } = event.metadata;
  // The log contains only the system's event types.
  const type = event.type as AnyEvent['type'];
  const about = [...disclosedSubjects(event)];
  return {
    action: auditActionOf(event),
    outcome: auditOutcomeOf(type),
    actorId: actor.id,
    actorRole: actor.role,
    onBehalfOf: actor.onBehalfOf,
    correlationId: metadata.correlationId,
    causationId: metadata.causationId,
    traceparent: metadata.traceparent,
    ip: client?.ip,
    userAgent: client?.userAgent,
    phi: metadata.phi,
    subject: metadata.subject,
    about: about.join('; '),
    object:
      auditObjectOf({ category: categoryOf(event.streamId), about, streamId: event.streamId }) ?? undefined,
    reason: reasonOf(event.data) ?? undefined,
    erased: event.erased,
  };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of plain values as readable text; anything deeper as JSON. */
const cellOf = (value: unknown): string | number | boolean | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join('; ');
  return JSON.stringify(value);
};

const known: ReadonlySet<string> = new Set(columns);

/** The fields of an event's data in these columns. */
const fieldsOf = (value: unknown, path: string): readonly (readonly [string, ReturnType<typeof cellOf>])[] =>
  isObject(value) && !known.has(path)
    ? Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, `${path}.${name}`))
    : [[path, cellOf(value)]];

/** Data written by another version stays text. */
const asStored = ({ data, metadata, reason }: UnreadableEvent): Facts => ({
  storedData: data,
  unreadable: reason,
  storedMetadata: metadata,
});

const csvLine = (event: RecordedEvent | UnreadableEvent): string => {
  const place: Facts = {
    position: event.position,
    recordedAt: event.recordedAt,
    streamId: event.streamId,
    revision: event.revision,
    type: event.type,
    schemaVersion: event.schemaVersion,
    id: event.id,
  };
  const values = isUnreadable(event)
    ? asStored(event)
    : { ...factsOf(event), ...Object.fromEntries(fieldsOf(event.data, 'data')) };
  return stringify([{ ...place, ...values }], csvOptions);
};

/** FHIR R4 AuditEvents, one a patient; for an event that cannot be read, an OperationOutcome that reports it. */
const fhirLine = (event: RecordedEvent | UnreadableEvent): string => {
  if (isUnreadable(event))
    return `${JSON.stringify({
      resourceType: 'OperationOutcome',
      id: event.id,
      issue: [
        {
          severity: 'warning',
          code: 'incomplete',
          diagnostics: `Position ${event.position}: ${event.message}`,
        },
      ],
    })}\n`;
  // The log contains only the system's event types.
  const type = event.type as AnyEvent['type'];
  const facts = auditFactsOf(event, { action: auditActionOf(event), outcome: auditOutcomeOf(type) });
  return fhirAuditEvents(facts)
    .map((resource) => `${JSON.stringify(resource)}\n`)
    .join('');
};

export const exportFormatNames = ['ndjson', 'csv', 'fhir'] as const;
type ExportFormatName = (typeof exportFormatNames)[number];

/** The export formats of the audit trail. */
export const exportFormats: Readonly<Record<ExportFormatName, ExportFormat>> = {
  ndjson: {
    contentType: 'application/x-ndjson',
    extension: 'ndjson',
    content: z.union([eventRepresentation, unreadableEventRepresentation]),
    header: '',
    line: (event) => `${JSON.stringify(toEventRepresentation(event))}\n`,
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    header: `${BYTE_ORDER_MARK}${stringify([columns], csvOptions)}`,
    line: csvLine,
  },
  fhir: {
    contentType: 'application/fhir+ndjson',
    extension: 'fhir.ndjson',
    content: z.looseObject({ resourceType: z.enum(['AuditEvent', 'OperationOutcome']) }),
    header: '',
    line: fhirLine,
  },
};
