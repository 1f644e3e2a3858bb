import type { Position } from '../../../domain/kernel/event.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';

/** The newest events in memory, without a gap. */
export type RecentEvents = {
  /** Adds the next events and drops the oldest. */
  readonly keep: (events: readonly StoredEvent[]) => void;
  readonly clear: () => void;
  /** The events after a position, or `undefined` if some are no longer in memory. */
  readonly after: (position: Position) => readonly StoredEvent[] | undefined;
  readonly held: () => readonly StoredEvent[];
};

type Capacity = {
  /** Events. */
  readonly capacity: number;
  /** Stored bytes. */
  readonly capacityBytes: number;
};

const bytesOf = ({ data, metadata }: StoredEvent): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata);

export const createRecentEvents = ({ capacity, capacityBytes }: Capacity): RecentEvents => {
  let recent: StoredEvent[] = [];
  let recentBytes = 0;
  return {
    keep: (events) => {
      recent.push(...events);
      for (const event of events) recentBytes += bytesOf(event);
      // Trimming half at a time keeps the cost of an event constant.
      if (recent.length <= capacity * 2 && recentBytes <= capacityBytes) return;
      let from = recent.length;
      let bytes = 0;
      for (let event = recent[from - 1]; event && recent.length - from < capacity; event = recent[from - 1]) {
        if (bytes + bytesOf(event) > capacityBytes / 2) break;
        bytes += bytesOf(event);
        from -= 1;
      }
      recent = recent.slice(from);
      recentBytes = bytes;
    },
    clear: () => {
      recent = [];
      recentBytes = 0;
    },
    after: (position) => {
      const first = recent[0];
      if (!first || position < first.position - 1) return undefined;
      return recent.slice(position - first.position + 1);
    },
    held: () => recent,
  };
};
