/** A parked event. */
export type ParkedEvent = {
  readonly eventId: string;
  readonly position: number;
  /** Whether a replay was requested whose outcome is not known yet. */
  readonly replayRequested: boolean;
  /** The ordering key of the event, if the consumer's order matters. */
  readonly key?: string;
  /** The parked event of the same key that has to be handled first. */
  readonly waitsBehind?: string;
};

/**
 * An immutable set of parked events in 256 buckets: a change copies only one bucket and the list of buckets, so that
 * folding a long history of parked events does not become quadratic.
 */
export type ParkedEvents = readonly (ReadonlyMap<string, ParkedEvent> | undefined)[];

const BUCKETS = 256;

export const noParkedEvents: ParkedEvents = [];

/** Buckets use the end of a UUIDv7, which is random; its beginning is a time. */
const bucketOf = (eventId: string): number => (Number.parseInt(eventId.slice(-2), 16) || 0) % BUCKETS;

/** The parked event with this id, if it is parked. */
export const findParked = (parked: ParkedEvents, eventId: string): ParkedEvent | undefined =>
  parked[bucketOf(eventId)]?.get(eventId);

/** The oldest parked event of each key; events without a key are left out. */
export const firstParkedByKey = (parked: ParkedEvents): ReadonlyMap<string, ParkedEvent> => {
  const firsts = new Map<string, ParkedEvent>();
  for (const event of parked.flatMap((bucket) => [...(bucket?.values() ?? [])])) {
    if (event.key === undefined) continue;
    const known = firsts.get(event.key);
    if (!known || event.position < known.position) firsts.set(event.key, event);
  }
  return firsts;
};

const withBucket = (
  parked: ParkedEvents,
  eventId: string,
  change: (bucket: Map<string, ParkedEvent>) => void,
) => {
  const index = bucketOf(eventId);
  const bucket = new Map(parked[index]);
  change(bucket);
  const copy = Array.from({ length: BUCKETS }, (_, other) => parked[other]);
  copy[index] = bucket;
  return copy;
};

/** The set with an event added or replaced. */
export const addParkedEvent = (parked: ParkedEvents, event: ParkedEvent): ParkedEvents =>
  withBucket(parked, event.eventId, (bucket) => bucket.set(event.eventId, event));

/** The set without an event. */
export const removeParked = (parked: ParkedEvents, eventId: string): ParkedEvents =>
  withBucket(parked, eventId, (bucket) => bucket.delete(eventId));
