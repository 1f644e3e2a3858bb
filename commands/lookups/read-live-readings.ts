import { indexingCompleted } from '../../domain/indexing/indexing-events.ts';
import { createLiveReadings, type LiveReading } from '../../domain/indexing/live-readings.ts';
import { documentWithdrawn } from '../../domain/knowledge/document-events.ts';
import type { ReindexingScope } from '../../domain/operations/reindexing-events.ts';
import type { EventStore } from '../../ports/event-store.ts';

/** The live version of each document and the reader version that extracted it, from the log alone. */
export const readLiveReadings = async (
  eventStore: Pick<EventStore, 'readAll'>,
): Promise<readonly LiveReading[]> => {
  const readings = createLiveReadings();
  const types = [indexingCompleted.type, documentWithdrawn.type];
  for await (const { type, data } of eventStore.readAll(0, { filter: { types } })) {
    if (type === indexingCompleted.type)
      readings.add({ type: 'IndexingCompleted', data: indexingCompleted.schema.parse(data) });
    else readings.add({ type: 'DocumentWithdrawn', data: documentWithdrawn.schema.parse(data) });
  }
  return readings.all();
};

/** Whether a run covers a reading. */
export const isInScope = (
  { docKey, reader }: LiveReading,
  { all, docKeys }: ReindexingScope,
  present: number,
): boolean => (all || reader < present) && (docKeys === undefined || docKeys.includes(docKey));
