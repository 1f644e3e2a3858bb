import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { streamIdSchema } from '../../domain/kernel/identifiers.ts';
import type { EventStore } from '../../ports/event-store.ts';

/** The place of an entry's event in the log. */
type Place = { readonly streamId: string; readonly revision: number };

/** The reason that an event's data gives, in the words of the person who acted; `[erased]` once erased. */
export const reasonOf = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'reason' in data && typeof data.reason === 'string'
    ? data.reason
    : null;

/** The event of an entry as the log has it; undefined when this version cannot read it. */
export const eventOfEntry = async (
  { streamId, revision }: Place,
  { readStreamPage }: Pick<EventStore, 'readStreamPage'>,
): Promise<RecordedEvent | undefined> =>
  (await readStreamPage(streamIdSchema.parse(streamId), { fromRevision: revision, limit: 1 })).events[0];

/** Entries with the reasons that only the log has, because they may name a patient. */
export const withReasons = async <Entry extends Place>(
  entries: readonly Entry[],
  eventStore: Pick<EventStore, 'readStreamPage'>,
): Promise<readonly (Entry & { readonly reason: string | null })[]> => {
  const explained: (Entry & { readonly reason: string | null })[] = [];
  for (const entry of entries)
    explained.push({ ...entry, reason: reasonOf((await eventOfEntry(entry, eventStore))?.data) });
  return explained;
};
