import type { StreamId } from '../../domain/kernel/event.ts';
import { isStreamId } from '../../domain/kernel/identifiers.ts';
import { namedBlobs } from '../../domain/kernel/named-blobs.ts';
import { causeOfMetadata, subjectOfMetadata } from '../../domain/privacy/stored-metadata.ts';
import type { EventStore, StoredEvent } from '../../ports/event-store.ts';
import type { Delivery } from '../runner/delivery.ts';

/** What the log holds of a data subject. */
export type SubjectSurvey = {
  /** Events whose metadata name it. */
  readonly events: number;
  readonly streamIds: ReadonlySet<StreamId>;
  /** What led to them. */
  readonly commandIds: ReadonlySet<string>;
  /** Files that events about it name, and no other event does. */
  readonly files: ReadonlySet<string>;
};

/** Events in one read. */
const PAGE = 1000;

async function* allEvents(
  { eventStore }: { readonly eventStore: Pick<EventStore, 'head' | 'readStored'> },
  { signal, progress }: Pick<Delivery, 'signal' | 'progress'>,
): AsyncGenerator<StoredEvent> {
  const head = await eventStore.head();
  for (let position = 0; position < head; ) {
    signal.throwIfAborted();
    const page = await eventStore.readStored(position, PAGE);
    yield* page.events;
    if (page.scannedTo <= position) return;
    position = page.scannedTo;
    progress();
  }
}

/** Whom a stored event is about. Only what names the subject somewhere is parsed. */
const concerns = ({ metadata }: StoredEvent, subject: string): boolean =>
  subjectOfMetadata(metadata) === subject;

/**
 * Looks the whole log through for a data subject, as it is stored: no key is needed, so that it comes to the same after
 * the key has been destroyed. Files are looked for twice, because what another event names stays.
 */
export const surveySubject = async (
  subject: string,
  services: { readonly eventStore: Pick<EventStore, 'head' | 'readStored'> },
  delivery: Pick<Delivery, 'signal' | 'progress'>,
): Promise<SubjectSurvey> => {
  let events = 0;
  const streamIds = new Set<StreamId>();
  const files = new Set<string>();
  const commandIds = new Set<string>();
  for await (const event of allEvents(services, delivery)) {
    if (!concerns(event, subject)) continue;
    events += 1;
    if (isStreamId(event.streamId)) streamIds.add(event.streamId);
    const cause = causeOfMetadata(event.metadata);
    if (cause !== undefined) commandIds.add(cause);
    for (const sha256 of namedBlobs(event.data)) files.add(sha256);
  }
  if (files.size === 0) return { events, streamIds, commandIds, files };
  for await (const event of allEvents(services, delivery)) {
    const named = namedBlobs(event.data).filter((sha256) => files.has(sha256));
    if (named.length > 0 && !concerns(event, subject)) for (const sha256 of named) files.delete(sha256);
  }
  return { events, streamIds, commandIds, files };
};
