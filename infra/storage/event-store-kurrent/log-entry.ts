import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { SerializedEvent } from '../event-serialization/serialized-event.ts';

/** A position in `$all`. */
export type LogPlace = { readonly commit: number; readonly prepare: number };

/** True when one position is before the other. */
export const isBefore = (one: LogPlace, other: LogPlace): boolean =>
  one.commit < other.commit || (one.commit === other.commit && one.prepare < other.prepare);

/** An event as stored in KurrentDB. */
export type LogEntry = LogPlace & {
  /** The full name, with the prefix. */
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  /** ISO 8601 UTC with milliseconds, by the clock of the server that stored it. */
  readonly created: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

/** .NET's tick is 100 ns. */
const TICKS_PER_MILLISECOND = 10_000n;

const instantOf = (ticks: string | undefined): string => {
  const milliseconds = /^\d{1,19}$/.test(ticks ?? '')
    ? Number(BigInt(ticks ?? '0') / TICKS_PER_MILLISECOND)
    : 0;
  // The last instant that a Date can hold; PostgreSQL holds it too.
  return new Date(Math.min(milliseconds, 8.64e15)).toISOString();
};

const uuidOf = (id: ReturnType<streams.ReadResp.ReadEvent.RecordedEvent['getId']>): string =>
  id?.getString().toLowerCase() ?? '';

/** Reads an event from a response. Numbers beyond 2^53 (the revision of a tombstone) lose their last digits. */
export const logEntryOf = (record: streams.ReadResp.ReadEvent.RecordedEvent): LogEntry => {
  const metadata = record.getMetadataMap();
  return {
    commit: Number(record.getCommitPosition()),
    prepare: Number(record.getPreparePosition()),
    stream: Buffer.from(record.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8'),
    revision: Number(record.getStreamRevision()),
    id: uuidOf(record.getId()),
    type: metadata.get('type') ?? '',
    isJson: metadata.get('content-type') === 'application/json',
    created: instantOf(metadata.get('created')),
    data: record.getData_asU8(),
    metadata: record.getCustomMetadata_asU8(),
  };
};

/** An event to append; the timestamp is the original one if the event was migrated here. */
export type ProposedEvent = Omit<SerializedEvent, 'keyId'> & { readonly recordedAt?: string };

const MARK = ',"metadata":';

/** The format in which this program writes timestamps, so that they stay unchanged. */
const isInstant = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) &&
  !Number.isNaN(Date.parse(text));

/**
 * Builds the metadata stored with an event: its version, its unchanged metadata, and its original timestamp if it was
 * migrated here. KurrentDB's own tools use the names with `$`.
 */
export const envelopeOf = ({
  schemaVersion,
  metadata,
  recordedAt,
}: Pick<ProposedEvent, 'schemaVersion' | 'metadata' | 'recordedAt'>): Buffer => {
  const parsed: unknown = JSON.parse(metadata);
  const ids =
    typeof parsed === 'object' && parsed !== null && 'correlationId' in parsed && 'causationId' in parsed
      ? { $correlationId: parsed.correlationId, $causationId: parsed.causationId }
      : {};
  const before = JSON.stringify({
    ...ids,
    anamnesis: 1,
    schemaVersion,
    ...(recordedAt === undefined ? {} : { recordedAt }),
  });
  return Buffer.from(`${before.slice(0, -1)}${MARK}${metadata}}`);
};

/** Parses an envelope; `undefined` if the event is not one of ours. */
export const openEnvelope = (
  bytes: Uint8Array,
):
  | { readonly schemaVersion: number; readonly metadata: string; readonly recordedAt?: string }
  | undefined => {
  const text = Buffer.from(bytes).toString('utf8');
  // Quotes inside a string are escaped, so the first one is the member.
  const mark = text.indexOf(MARK);
  if (mark < 0) return undefined;
  try {
    const head: unknown = JSON.parse(`${text.slice(0, mark)}}`);
    const metadata = text.slice(mark + MARK.length, -1);
    const parsed: unknown = JSON.parse(metadata);
    if (typeof head !== 'object' || head === null || typeof parsed !== 'object' || parsed === null)
      return undefined;
    if (!('anamnesis' in head) || head.anamnesis !== 1 || !('schemaVersion' in head)) return undefined;
    const { schemaVersion } = head;
    const recordedAt = 'recordedAt' in head ? head.recordedAt : undefined;
    if (recordedAt !== undefined && !isInstant(recordedAt)) return undefined;
    return typeof schemaVersion === 'number' &&
      Number.isInteger(schemaVersion) &&
      schemaVersion > 0 &&
      schemaVersion < 32_768
      ? { schemaVersion, metadata, ...(recordedAt === undefined ? {} : { recordedAt }) }
      : undefined;
  } catch {
    return undefined;
  }
};
