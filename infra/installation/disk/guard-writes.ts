import type { StreamCategory } from '../../../domain/kernel/event.ts';
import { categoryOf } from '../../../domain/kernel/identifiers.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Database } from '../../../ports/database.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import type { FreeSpace } from '../../../ports/free-space.ts';

/** The approximate bytes of the events' data; rows, keys and the write-ahead log come on top. */
const bytesOf = (events: readonly { readonly data: unknown }[]): number =>
  events.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);

/** A row is written to the write-ahead log, in whole pages the first time, and to its table and indexes. */
const WRITTEN_PER_BYTE = 3;

/** The streams of questions and their answers. */
const ofQuestions: ReadonlySet<StreamCategory> = new Set(['query', 'conversation', 'tool_call']);

/**
 * Wraps the log to refuse appends while the disk is nearly full. Questions are accepted for longer, and access records
 * for longest.
 */
export const guardAppends = <Store extends EventStore>(eventStore: Store, space: FreeSpace): Store => ({
  ...eventStore,
  append: async (streamId, events, expected, options) => {
    const category = categoryOf(streamId);
    if (category === 'access') space.requireForRecord();
    else if (ofQuestions.has(category)) space.requireForQuestion();
    else space.require(WRITTEN_PER_BYTE * bytesOf(events));
    return eventStore.append(streamId, events, expected, options);
  },
});

async function* guarded(
  content: AsyncIterable<Uint8Array>,
  space: FreeSpace,
): AsyncGenerator<Uint8Array, void> {
  for await (const part of content) {
    space.require(part.byteLength);
    yield part;
  }
}

/** Wraps the blob store to refuse blobs while the disk is nearly full, even if it fills up during a write. */
export const guardBlobs = (blobs: BlobStore, space: FreeSpace): BlobStore => ({
  ...blobs,
  put: async (content, limit) => {
    space.require();
    return blobs.put(guarded(content, space), limit);
  },
  stage: async (content, limit) => {
    space.require();
    return blobs.stage(guarded(content, space), limit);
  },
  putBytes: async (content) => {
    space.require(content.byteLength);
    return blobs.putBytes(content);
  },
});

/**
 * Wraps a database so that transactions wait while the disk is too full: followers of the log have time, and must
 * neither skip events nor abort a rebuild. Transactions with a long timeout, such as those that start a rebuild, wait
 * for more room. Single statements, which move checkpoints, are small and pass.
 */
export const delayWhileDiskFull = <Kind extends Database>(
  database: Kind,
  space: FreeSpace,
  signal: AbortSignal,
): Kind => ({
  ...database,
  transaction: async (work, options) => {
    await space.waitForRoom(signal, options?.timeout === 'long' ? 'large' : 'usual');
    return database.transaction(work, options);
  },
});
