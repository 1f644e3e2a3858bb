import type { EventOf } from '../kernel/event-definition.ts';
import type { documentWithdrawn } from '../knowledge/document-events.ts';
import type { indexingCompleted } from './indexing-events.ts';

/** Events that determine which version of a document is searchable, and which reader read it. */
export type ReadingEvent = EventOf<typeof indexingCompleted> | EventOf<typeof documentWithdrawn>;

/** The searchable version of a document, with its reader. */
export type LiveReading = {
  readonly docKey: string;
  readonly version: number;
  /** 0 when it was read before the reader was recorded. */
  readonly reader: number;
  readonly chunkCount: number;
};

/** The searchable documents and passages that one reader read. */
type ReadBy = { readonly reader: number; readonly documents: number; readonly passages: number };

/** Finds the searchable version of each document, from events in log order. */
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

/** Counts readings by reader, oldest first. */
export const countByReader = (readings: readonly LiveReading[]): readonly ReadBy[] => {
  const counts = new Map<number, ReadBy>();
  for (const { reader, chunkCount } of readings) {
    const { documents, passages } = counts.get(reader) ?? { documents: 0, passages: 0 };
    counts.set(reader, { reader, documents: documents + 1, passages: passages + chunkCount });
  }
  return [...counts.values()].toSorted((one, other) => one.reader - other.reader);
};
