import type { StreamCategory } from '../../../domain/kernel/event.ts';
import { categoryOf } from '../../../domain/kernel/identifiers.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Database } from '../../../ports/database.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import type { FreeSpace } from '../../../ports/free-space.ts';

/** Bytes that an event's data takes, roughly; its row, its keys and the write-ahead log come on top. */
const bytesOf = (events: readonly { readonly data: unknown }[]): number =>
  events.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);

/** A row is written to the log of the database, in whole pages the first time, and to its table and indexes. */
const WRITTEN_PER_BYTE = 3;

/** What is written of questions and their answers. */
const ofQuestions: ReadonlySet<StreamCategory> = new Set(['query', 'conversation', 'tool_call']);

/**
 * The log, whose appends are refused while the disk is nearly full. Questions are taken for longer, and who reads what is
 * recorded for longest.
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

/** Blobs, which are refused while the disk is nearly full, also when it fills up in the middle of one. */
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
 * A database whose transactions wait while the disk is too full: what follows the log has time, and must neither
 * skip anything nor give up a rebuild because of that. Those that are given much time wait for more room: they begin a
 * rebuild, for example. Single statements, which move checkpoints, are small and pass.
 */
export const waitWithTransactions = <Kind extends Database>(
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
