import type { AnyEvent } from '../../domain/all-events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { RecordedOf } from '../keyed-projection.ts';

/** The searchable version of a document, as the search index stores it per document key. */
export type LiveVersion = {
  readonly docKey: string;
  /** The version in the index; null when none is. */
  readonly version: number | null;
  /** Versions up to this one are withdrawn permanently. */
  readonly withdrawnThrough: number;
};

/** An event that changes the searchable passages or their vectors. */
export type SearchEvent =
  | RecordedOf<'IndexingCompleted'>
  | RecordedOf<'DocumentWithdrawn'>
  | RecordedOf<'ChunksReembedded'>
  | RecordedOf<'SubjectErased'>;

/** Their types. */
export const searchEventTypes = [
  'IndexingCompleted',
  'DocumentWithdrawn',
  'ChunksReembedded',
  'SubjectErased',
] as const satisfies readonly AnyEvent['type'][];

/** Narrows a recorded event; the log has validated its data against the schema of its type. */
export const isSearchEvent = (event: RecordedEvent): event is SearchEvent =>
  searchEventTypes.some((type) => type === event.type);

/** An event that can change which version of a document is live. */
export type VersionEvent = RecordedOf<'IndexingCompleted'> | RecordedOf<'DocumentWithdrawn'>;

/**
 * A document's live version after an event. A version that finishes indexing replaces older ones, never a newer one,
 * and not when it was withdrawn meanwhile.
 */
export const evolveLiveVersion = (row: LiveVersion | undefined, event: VersionEvent): LiveVersion => {
  const { docKey } = event.data;
  const before = row ?? { docKey, version: null, withdrawnThrough: 0 };
  if (event.type === 'DocumentWithdrawn') {
    const withdrawnThrough = Math.max(before.withdrawnThrough, event.data.throughVersion);
    const gone = before.version !== null && before.version <= withdrawnThrough;
    return { docKey, version: gone ? null : before.version, withdrawnThrough };
  }
  const { version } = event.data;
  const overtaken = before.version !== null && before.version >= version;
  return overtaken || version <= before.withdrawnThrough ? before : { ...before, version };
};
