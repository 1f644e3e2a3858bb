import { type Options, stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { isUnreadable, type UnreadableEvent } from '../../ports/event-store.ts';
import {
  eventRepresentation,
  toEventRepresentation,
  unreadableEventRepresentation,
} from '../representations/audit-representation.ts';

/** How an export writes the log: what stands at the beginning, and one piece for each event. */
export type ExportFormat = {
  readonly contentType: string;
  /** What a line is, where it is JSON. */
  readonly content?: z.ZodType;
  readonly header: string;
  readonly line: (event: RecordedEvent | UnreadableEvent) => string;
};

const columns = [
  'position',
  'recordedAt',
  'streamId',
  'revision',
  'type',
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
  'data',
  'unreadable',
  'storedMetadata',
] as const;

/**
 * RFC 4180. A text that a spreadsheet would take for a formula is defused with a leading apostrophe (OWASP, "CSV
 * Injection").
 */
const csvOptions: Options = {
  columns: [...columns],
  record_delimiter: '\r\n',
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { boolean: String },
};

type CsvValues = Readonly<Partial<Record<(typeof columns)[number], string | number | boolean | undefined>>>;

const describedIn = ({ data, metadata: { actor, client, ...metadata } }: RecordedEvent): CsvValues => ({
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
  data: JSON.stringify(data),
});

/** What another version wrote stays the text that it is. */
const asStored = ({ data, metadata, reason }: UnreadableEvent): CsvValues => ({
  data,
  unreadable: reason,
  storedMetadata: metadata,
});

const csvLine = (event: RecordedEvent | UnreadableEvent): string => {
  const values: CsvValues = {
    position: event.position,
    recordedAt: event.recordedAt,
    streamId: event.streamId,
    revision: event.revision,
    type: event.type,
    schemaVersion: event.schemaVersion,
    id: event.id,
    ...(isUnreadable(event) ? asStored(event) : describedIn(event)),
  };
  return stringify([values], csvOptions);
};

export const exportFormatNames = ['ndjson', 'csv'] as const;
type ExportFormatName = (typeof exportFormatNames)[number];

/** The formats that the audit trail can be exported in. */
export const exportFormats: Readonly<Record<ExportFormatName, ExportFormat>> = {
  ndjson: {
    contentType: 'application/x-ndjson',
    content: z.union([eventRepresentation, unreadableEventRepresentation]),
    header: '',
    line: (event) => `${JSON.stringify(toEventRepresentation(event))}\n`,
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    header: stringify([columns], csvOptions),
    line: csvLine,
  },
};
