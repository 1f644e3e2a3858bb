import type { Position, RecordedEvent, Revision, StreamId } from '../domain/kernel/event.ts';

/** A stream folded up to a revision, by whichever fold. */
export type FoldedStream = {
  readonly state: unknown;
  readonly revision: Revision;
  readonly position: Position;
  readonly first: RecordedEvent;
};

/** What is known of a stream, and the way to keep what was read beyond it. */
type CachedStream = {
  readonly folded: FoldedStream | undefined;
  /** Does nothing when the cache was cleared since the look-up: what was read may hold what had to go. */
  readonly keep: (folded: FoldedStream) => void;
};

/**
 * Long streams, folded, in the memory of this process: whoever asks reads only what came after, and so sees what other
 * processes append. A prefix of a stream never changes, with one exception: when a key is destroyed its content reads
 * as erased, and a state can hold that content. Everything is cleared then, and an entry that is not renewed goes by
 * itself. For the same reason nothing of it is ever stored: a snapshot would keep a person's words out of the reach of
 * the key, and would have to be thrown away with every change of the fold that made it.
 */
export type StateCache = {
  /** `fold` tells apart different folds of one stream: the object that has the `evolve`. */
  readonly lookUp: (fold: object, streamId: StreamId) => CachedStream;
  readonly clear: () => void;
};
