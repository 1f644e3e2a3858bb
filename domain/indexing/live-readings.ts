import type { EventOf } from '../kernel/event-definition.ts';
import type { documentWithdrawn } from '../knowledge/document-events.ts';
import type { indexingCompleted } from './indexing-events.ts';

/** Events that decide which version of a document is searched, and by which reader it was read. */
export type ReadingEvent = EventOf<typeof indexingCompleted> | EventOf<typeof documentWithdrawn>;

/** The version that searches find, as it was read. */
export type LiveReading = {
  readonly docKey: string;
  readonly version: number;
  /** 0 where it was read before that was recorded. */
  readonly reader: number;
  readonly chunkCount: number;
};

/** What each reader has read of what is searched. */
type ReadBy = { readonly reader: number; readonly documents: number; readonly passages: number };

/** Finds the version of each document that is searched, of events in log order. */
export const createLiveReadings = () => {
  const live = new Map<string, LiveReading>();
  const withdrawnThrough = new Map<string, number>();
  return {
    add: (event: ReadingEvent): void => {
      const { docKey } = event.data;
      if (event.type === 'DocumentWithdrawn') {
        const { throughVersion } = event.data;
        withdrawnThrough.set(docKey, Math.max(throughVersion, withdrawnThrough.get(docKey) ?? 0));
        if ((live.get(docKey)?.version ?? Infinity) <= throughVersion) live.delete(docKey);
        return;
      }
      const { version, reader = 0, chunkCount } = event.data;
      const passed = Math.max(live.get(docKey)?.version ?? 0, withdrawnThrough.get(docKey) ?? 0);
      if (version > passed) live.set(docKey, { docKey, version, reader, chunkCount });
    },
    all: (): readonly LiveReading[] => [...live.values()],
  };
};

/** Counts readings by reader, the oldest first. */
export const countByReader = (readings: readonly LiveReading[]): readonly ReadBy[] => {
  const counts = new Map<number, ReadBy>();
  for (const { reader, chunkCount } of readings) {
    const { documents, passages } = counts.get(reader) ?? { documents: 0, passages: 0 };
    counts.set(reader, { reader, documents: documents + 1, passages: passages + chunkCount });
  }
  return [...counts.values()].toSorted((one, other) => one.reader - other.reader);
};
