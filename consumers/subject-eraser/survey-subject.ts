import type { StreamId } from '../../domain/kernel/event.ts';
import { isStreamId } from '../../domain/kernel/identifiers.ts';
import { namedBlobs } from '../../domain/kernel/named-blobs.ts';
import { timerSet } from '../../domain/operations/timer-events.ts';
import { causeOfMetadata, subjectOfMetadata } from '../../domain/privacy/stored-metadata.ts';
import type { EventStore, StoredEvent } from '../../ports/event-store.ts';
import type { Delivery } from '../runner/delivery.ts';

/** What the log holds of a data subject. */
export type SubjectSurvey = {
  /** Events whose metadata name it. */
  readonly events: number;
  readonly streamIds: ReadonlySet<StreamId>;
  /** Timers that are about one of these streams, or about the stream of its own requests and holds. */
  readonly timers: ReadonlySet<string>;
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

/** The timer that an event sets, and what it is about. It holds nothing sealed; one that is damaged sets nothing. */
const timerOf = ({ type, data }: StoredEvent) => {
  if (type !== timerSet.type) return undefined;
  try {
    return timerSet.schema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
};

/**
 * Looks the whole log through for a data subject, as it is stored: no key is needed, so that it comes to the same after
 * the key has been destroyed. Files are looked for twice, because what another event names stays.
 */
export const surveySubject = async (
  { subject, stream }: { readonly subject: string; readonly stream: StreamId },
  services: { readonly eventStore: Pick<EventStore, 'head' | 'readStored'> },
  delivery: Pick<Delivery, 'signal' | 'progress'>,
): Promise<SubjectSurvey> => {
  let events = 0;
  const streamIds = new Set<StreamId>();
  const files = new Set<string>();
  const commandIds = new Set<string>();
  const timers = new Set<string>();
  for await (const event of allEvents(services, delivery)) {
    const timer = timerOf(event);
    if (timer && (timer.about === stream || streamIds.has(timer.about))) timers.add(timer.timerId);
    if (!concerns(event, subject)) continue;
    events += 1;
    if (isStreamId(event.streamId)) streamIds.add(event.streamId);
    const cause = causeOfMetadata(event.metadata);
    if (cause !== undefined) commandIds.add(cause);
    for (const sha256 of namedBlobs(event.data)) files.add(sha256);
  }
  const found = { events, streamIds, timers, commandIds, files };
  if (files.size === 0) return found;
  for await (const event of allEvents(services, delivery)) {
    const named = namedBlobs(event.data).filter((sha256) => files.has(sha256));
    if (named.length > 0 && !concerns(event, subject)) for (const sha256 of named) files.delete(sha256);
  }
  return found;
};
