import { LRUCache } from 'lru-cache';
import type { Position } from '../../../domain/kernel/event.ts';
import type { EventStore } from '../../../ports/event-store.ts';

/** Maximum age of the cached end of the log. Milliseconds. */
const HEAD_AGE_MS = 2000;
const MOMENTS = 1000;

/** Facts about positions in the log, shared by the partitions of a process. */
export type LogPositions = {
  /** The end of the log, at most a moment old; at least `beyond`, if the log has grown that far. */
  readonly head: (beyond?: Position) => Promise<Position>;
  /** The time at which a position was recorded. */
  readonly recordedAt: (position: Position) => Promise<string | undefined>;
};

export const createLogPositions = (eventStore: Pick<EventStore, 'head' | 'recordedAt'>): LogPositions => {
  let headAt = { position: 0, since: Number.NEGATIVE_INFINITY };
  const head = async (beyond: Position = 0): Promise<Position> => {
    if (performance.now() - headAt.since > HEAD_AGE_MS || headAt.position < beyond)
      headAt = { since: performance.now(), position: await eventStore.head() };
    return headAt.position;
  };

  /** Partitions of a process need the same positions at about the same time. */
  const moments = new LRUCache<Position, Promise<string | undefined>>({ max: MOMENTS });
  const recordedAt = (position: Position): Promise<string | undefined> => {
    const known = moments.get(position);
    if (known) return known;
    const asking = eventStore.recordedAt([position]).then((found) => found.get(position));
    moments.set(position, asking);
    asking.catch(() => moments.delete(position));
    return asking;
  };

  return { head, recordedAt };
};
