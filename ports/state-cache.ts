import type { Position, RecordedEvent, Revision, StreamId } from '../domain/kernel/event.ts';

/** A stream folded up to a revision, by any fold. */
export type FoldedStream = {
  readonly state: unknown;
  readonly revision: Revision;
  readonly position: Position;
  readonly first: RecordedEvent;
};

/** The cached state of a stream, and the way to store events read beyond it. */
type CachedStream = {
  readonly folded: FoldedStream | undefined;
  /** Does nothing when the cache was cleared since the look-up: the state may hold erased content. */
  readonly keep: (folded: FoldedStream) => void;
};

/**
 * Caches folded long streams in the memory of this process: a reader fetches only later events, and so sees those
 * appended by other processes. A prefix of a stream never changes, with one exception: when a key is destroyed its
 * content reads as erased, and a state can hold that content. Everything is cleared then, and an entry that is not
 * renewed expires. For the same reason states are never stored: a snapshot would keep a person's words out of reach of
 * the key, and would have to be discarded with every change of its fold.
 */
export type StateCache = {
  /** `fold` distinguishes different folds of one stream: pass the object with the `evolve`. */
  readonly lookUp: (fold: object, streamId: StreamId) => CachedStream;
  readonly clear: () => void;
};
