import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { streamIdSchema } from '../../domain/kernel/identifiers.ts';
import type { EventStore } from '../../ports/event-store.ts';

/** The place of an entry's event in the log. */
type Place = { readonly streamId: string; readonly revision: number };

const keyOf = ({ streamId, revision }: Place): string => `${streamId}@${revision}`;

/** The reason that an event's data gives, in the words of the person who acted; `[erased]` once erased. */
export const reasonOf = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'reason' in data && typeof data.reason === 'string'
    ? data.reason
    : null;

/**
 * Entries with what only the log has, because it may name a patient: `describe` gets the event of each entry, or
 * undefined when this version cannot read it. One read of the log serves all entries.
 */
export const withEvents = async <Entry extends Place, More extends object>(
  entries: readonly Entry[],
  { readRanges }: Pick<EventStore, 'readRanges'>,
  describe: (entry: Entry, event: RecordedEvent | undefined) => More,
): Promise<readonly (Entry & More)[]> => {
  const wanted = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const found = new Map<string, More>();
  const ranges = [...wanted.values()].map(({ streamId, revision }) => ({
    streamId: streamIdSchema.parse(streamId),
    fromRevision: revision,
    toRevision: revision,
  }));
  for await (const { events } of readRanges(ranges))
    for (const event of events) {
      const entry = wanted.get(keyOf(event));
      if (entry) found.set(keyOf(event), describe(entry, event));
    }
  return entries.map((entry) => ({
    ...entry,
    ...(found.get(keyOf(entry)) ?? describe(entry, undefined)),
  }));
};

/** Entries with the reasons that only the log has. */
export const withReasons = <Entry extends Place>(
  entries: readonly Entry[],
  eventStore: Pick<EventStore, 'readRanges'>,
): Promise<readonly (Entry & { readonly reason: string | null })[]> =>
  withEvents(entries, eventStore, (_, event) => ({ reason: reasonOf(event?.data) }));
