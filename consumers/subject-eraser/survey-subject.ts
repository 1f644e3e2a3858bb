import type { StreamId } from '../../domain/kernel/event.ts';
import { isStreamId } from '../../domain/kernel/identifiers.ts';
import { namedBlobs } from '../../domain/kernel/named-blobs.ts';
import { timerSet } from '../../domain/operations/timer-events.ts';
import { causeOfMetadata, subjectOfMetadata } from '../../domain/privacy/stored-metadata.ts';
import type { EventStore, StoredEvent } from '../../ports/event-store.ts';
import type { Delivery } from '../runner/delivery.ts';

/** The data of a data subject in the log. */
export type SubjectSurvey = {
  /** The number of events whose metadata names it. */
  readonly events: number;
  readonly streamIds: ReadonlySet<StreamId>;
  /** Timers that concern one of these streams, or the stream of its own requests and holds. */
  readonly timers: ReadonlySet<string>;
  /** The commands that caused these events. */
  readonly commandIds: ReadonlySet<string>;
  /** Files that only events of this subject name. */
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

/** Whether a stored event concerns the subject. */
const concerns = ({ metadata }: StoredEvent, subject: string): boolean =>
  subjectOfMetadata(metadata) === subject;

/** The timer that an event sets. Its data is never sealed; a damaged event sets none. */
const timerOf = ({ type, data }: StoredEvent) => {
  if (type !== timerSet.type) return undefined;
  try {
    return timerSet.schema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
};

/**
 * Scans the whole stored log for a data subject. It needs no key, so the result is the same after the key is destroyed. A
 * second pass keeps the files that other events name.
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
