import type { EventMetadata, Position, RecordedEvent, Revision } from '../kernel/event.ts';

/** The names that an installation uses in published events. */
export type PublicationNames = {
  /** URI that identifies this installation. */
  readonly source: string;
  /** The address of the schemas, up to `/<type>/<version>`. */
  readonly schemas: string;
};

/**
 * A published event: CloudEvents 1.0 in the JSON format. Names of extension attributes consist of lower-case letters
 * only, as the specification requires.
 */
export type CloudEvent = {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  readonly type: string;
  /** The stream. */
  readonly subject: string;
  readonly time: string;
  readonly partitionkey: string;
  /** The position in the log as 16 digits, so that sorting them as text gives the order of the events. */
  readonly sequence: string;
  readonly revision: Revision;
  readonly correlationid?: string;
  readonly causationid?: string;
  readonly actorid?: string;
  readonly actorrole?: string;
  readonly onbehalfof?: string;
  readonly traceparent?: string;
  /** True when the event in the log holds PHI, all of which is left out here. */
  readonly phi?: boolean;
  /** The reason when there is no data. */
  readonly datawithheld?: 'unreadable' | 'too_large' | 'phi';
  readonly datacontenttype?: 'application/json';
  readonly dataschema?: string;
  readonly data?: Readonly<Record<string, unknown>>;
};

/** The envelope fields of an event, which even an unreadable event has. */
type Placed = {
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  readonly revision: Revision;
  readonly position: Position;
  readonly recordedAt: string;
};

/** Digits of the largest exact integer, 2^53. */
const POSITION_DIGITS = 16;

const sequenceOf = (position: Position): string => String(position).padStart(POSITION_DIGITS, '0');

const envelope = (event: Placed, { source }: PublicationNames): CloudEvent => ({
  specversion: '1.0',
  id: event.id,
  source,
  type: `anamnesis.${event.type}`,
  subject: event.streamId,
  time: event.recordedAt,
  partitionkey: event.streamId,
  sequence: sequenceOf(event.position),
  revision: event.revision,
});

/** Excludes the caller's address and the data subject. */
const circumstances = ({ correlationId, causationId, actor, traceparent, phi }: EventMetadata) => ({
  correlationid: correlationId,
  causationid: causationId,
  actorid: actor.id,
  actorrole: actor.role,
  ...(actor.onBehalfOf === undefined ? {} : { onbehalfof: actor.onBehalfOf }),
  ...(traceparent === undefined ? {} : { traceparent }),
  phi,
});

/** Builds the published event from its public data. */
export const cloudEventOf = (
  event: RecordedEvent,
  data: Readonly<Record<string, unknown>>,
  names: PublicationNames,
): CloudEvent => ({
  ...envelope(event, names),
  ...circumstances(event.metadata),
  datacontenttype: 'application/json',
  dataschema: `${names.schemas}/${event.type}/${event.schemaVersion}`,
  data,
});

/** Builds the envelope without data, so that outside consumers see no gap in the positions. */
export const emptyCloudEvent = (
  event: Placed,
  datawithheld: NonNullable<CloudEvent['datawithheld']>,
  names: PublicationNames,
): CloudEvent => ({ ...envelope(event, names), datawithheld });
