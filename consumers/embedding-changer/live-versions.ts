import { chunksReembedded, indexingCompleted } from '../../domain/indexing/indexing-events.ts';
import type { EventOf } from '../../domain/kernel/event-definition.ts';
import { documentWithdrawn } from '../../domain/knowledge/document-events.ts';
import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import type { EventStore } from '../../ports/event-store.ts';

export type IndexedVersion = EventOf<typeof indexingCompleted>['data'];

const keyOf = ({ docKey, version }: { readonly docKey: string; readonly version: number }): string =>
  `${docKey}@${version}`;

/** Whether vectors were made by a model. */
export const isOfModel = (
  { model, dimensions }: { readonly model: string; readonly dimensions: number },
  wanted: EmbeddingModelName,
): boolean => model === wanted.name && dimensions === wanted.dimensions;

/** Returns the live version of each document and whether it has vectors of the model. Reads only the log. */
export const liveVersions = async (
  eventStore: Pick<EventStore, 'readAll'>,
  model: EmbeddingModelName,
): Promise<readonly { readonly version: IndexedVersion; readonly isDone: boolean }[]> => {
  const live = new Map<string, IndexedVersion>();
  const withdrawnThrough = new Map<string, number>();
  const reembedded = new Set<string>();
  const types = [indexingCompleted.type, documentWithdrawn.type, chunksReembedded.type];
  for await (const event of eventStore.readAll(0, { filter: { types } })) {
    if (event.type === chunksReembedded.type) {
      const data = chunksReembedded.schema.parse(event.data);
      if (isOfModel(data, model)) reembedded.add(keyOf(data));
    } else if (event.type === documentWithdrawn.type) {
      const { docKey, throughVersion } = documentWithdrawn.schema.parse(event.data);
      withdrawnThrough.set(docKey, Math.max(throughVersion, withdrawnThrough.get(docKey) ?? 0));
      if ((live.get(docKey)?.version ?? Infinity) <= throughVersion) live.delete(docKey);
    } else {
      const data = indexingCompleted.schema.parse(event.data);
      const { docKey, version } = data;
      const isOvertaken = version <= (live.get(docKey)?.version ?? 0);
      if (!isOvertaken && version > (withdrawnThrough.get(docKey) ?? 0)) live.set(docKey, data);
    }
  }
  return [...live.values()].map((version) => ({
    version,
    isDone: isOfModel(version, model) || reembedded.has(keyOf(version)),
  }));
};
