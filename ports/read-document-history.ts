import type { EventOf } from '../domain/kernel/event-definition.ts';
import { streamIdOf } from '../domain/kernel/identifiers.ts';
import { documentVersionAdded, documentWithdrawn } from '../domain/knowledge/document-events.ts';
import type { EventStore } from './event-store.ts';

/** A version as it was added to its document. */
export type AddedVersion = EventOf<typeof documentVersionAdded>['data'];

/** All versions that a document ever had, oldest first, and the last withdrawn one; 0 for none. */
type DocumentHistory = {
  readonly versions: readonly AddedVersion[];
  readonly withdrawnThrough: number;
};

/** Reads a document's history from its own stream. An unknown document has had no versions. */
export const readDocumentHistory = async (
  eventStore: Pick<EventStore, 'readStream'>,
  docKey: string,
): Promise<DocumentHistory> => {
  const versions: AddedVersion[] = [];
  let withdrawnThrough = 0;
  for await (const event of eventStore.readStream(streamIdOf('document', docKey))) {
    if (event.type === documentVersionAdded.type)
      versions.push(documentVersionAdded.schema.parse(event.data));
    else if (event.type === documentWithdrawn.type)
      withdrawnThrough = documentWithdrawn.schema.parse(event.data).throughVersion;
  }
  return { versions, withdrawnThrough };
};
