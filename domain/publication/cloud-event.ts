import type { EventMetadata, Position, RecordedEvent, Revision } from '../kernel/event.ts';

/** Under which names an installation publishes. */
export type PublicationNames = {
  /** URI that identifies this installation. */
  readonly source: string;
  /** What comes before `/<type>/<version>` in the address of a schema. */
  readonly schemas: string;
};

/**
 * An event as the outside gets it: CloudEvents 1.0 in the JSON format. Extension attributes have names of lower-case letters
 * alone, as the specification asks.
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
  /** The position in the log as 16 digits: as texts they sort as the events happened. */
  readonly sequence: string;
  readonly revision: Revision;
  readonly correlationid?: string;
  readonly causationid?: string;
  readonly actorid?: string;
  readonly actorrole?: string;
  readonly onbehalfof?: string;
  readonly traceparent?: string;
  /** Whether the event as stored in the log holds PHI, all of which is left out here. */
  readonly phi?: boolean;
  /** Why there is no data, if so. */
  readonly datawithheld?: 'unreadable' | 'too_large' | 'phi';
  readonly datacontenttype?: 'application/json';
  readonly dataschema?: string;
  readonly data?: Readonly<Record<string, unknown>>;
};

/** Places of an event; those that this version cannot read have one as well. */
type Placed = {
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  readonly revision: Revision;
  readonly position: Position;
  readonly recordedAt: string;
};

/** Digits of the largest position that a number counts exactly (2^53). */
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

/** Neither the address of the caller nor the data subject. */
const circumstances = ({ correlationId, causationId, actor, traceparent, phi }: EventMetadata) => ({
  correlationid: correlationId,
  causationid: causationId,
  actorid: actor.id,
  actorrole: actor.role,
  ...(actor.onBehalfOf === undefined ? {} : { onbehalfof: actor.onBehalfOf }),
  ...(traceparent === undefined ? {} : { traceparent }),
  phi,
});

/** The event with what of its data may leave. */
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

/** The envelope alone: that something happened there, so that no position is missing outside. */
export const emptyCloudEvent = (
  event: Placed,
  datawithheld: NonNullable<CloudEvent['datawithheld']>,
  names: PublicationNames,
): CloudEvent => ({ ...envelope(event, names), datawithheld });
