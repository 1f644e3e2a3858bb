import { LRUCache } from 'lru-cache';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import { partitionOfKey } from '../../../domain/operations/consumer-partitions.ts';
import type { FollowedWork } from '../../../ports/consumer-feed.ts';
import type { EventStore, LogPage, UnreadableEvent } from '../../../ports/event-store.ts';

/** A section of the log, divided by partition. */
type Stretch = {
  readonly byPartition: ReadonlyMap<number, readonly RecordedEvent[]>;
  /** Unreadable events count for all partitions, because their key is unknown. */
  readonly unreadable: readonly UnreadableEvent[];
  readonly scannedTo: Position;
};

/** The log divided among the partitions of a consumer; a section needed by several of them is read once. */
export type DividedLog = {
  /** Yields the events of a partition between two positions, in pages. */
  readonly pages: (partition: number, after: Position, upTo: Position) => AsyncIterable<LogPage>;
};

export const PAGE_SIZE = 100;
/** Sections in memory: partitions of a process need the same one at about the same time. */
const MAX_INTERVALS = 8;

/** Divides events by their ordering keys. */
export const divideEvents = async (
  events: readonly RecordedEvent[],
  keyOf: FollowedWork['keyOf'],
): Promise<Stretch['byPartition']> => {
  const byPartition = new Map<number, RecordedEvent[]>();
  for (const event of events) {
    const key = await keyOf(event);
    if (key === undefined) continue;
    const partition = partitionOfKey(key);
    const own = byPartition.get(partition) ?? [];
    own.push(event);
    byPartition.set(partition, own);
  }
  return byPartition;
};

export const createDividedLog = (
  { eventTypes, keyOf }: Pick<FollowedWork, 'eventTypes' | 'keyOf'>,
  eventStore: Pick<EventStore, 'readPage'>,
): DividedLog => {
  const known = new LRUCache<string, Promise<Stretch>>({ max: MAX_INTERVALS });

  const read = async (after: Position): Promise<Stretch> => {
    const page = await eventStore.readPage(after, PAGE_SIZE, { types: eventTypes });
    return {
      byPartition: await divideEvents(page.events, keyOf),
      unreadable: page.unreadable,
      scannedTo: page.scannedTo,
    };
  };
  /** The end is part of the cache key: a section read earlier may have ended before it. */
  const stretch = (after: Position, upTo: Position): Promise<Stretch> => {
    const name = `${after} ${upTo}`;
    const found = known.get(name);
    if (found) return found;
    const reading = read(after);
    known.set(name, reading);
    reading.catch(() => known.delete(name));
    return reading;
  };

  return {
    pages: async function* (partition, after, upTo) {
      const isWithin = ({ position }: RecordedEvent | UnreadableEvent): boolean => position <= upTo;
      let at = after;
      while (at < upTo) {
        const { byPartition, unreadable, scannedTo } = await stretch(at, upTo);
        if (scannedTo <= at) return;
        at = Math.min(scannedTo, upTo);
        yield {
          events: (byPartition.get(partition) ?? []).filter(isWithin),
          unreadable: unreadable.filter(isWithin),
          scannedTo: at,
          head: upTo,
        };
      }
    },
  };
};
