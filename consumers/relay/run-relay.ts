import type { Position } from '../../domain/kernel/event.ts';
import type { EventDefinition } from '../../domain/kernel/event-definition.ts';
import type { PublicationNames } from '../../domain/publication/cloud-event.ts';
import { type FollowerServices, runFollower } from '../../followers/run-follower.ts';
import type { Checkpoints } from '../../ports/checkpoints.ts';
import type { StepDownReason } from '../../ports/consumer-feed.ts';
import type { EventPublisher, Publication, PublishedEvent } from '../../ports/event-publisher.ts';
import { type EventStore, inOrder, isDamaged, isUnreadable } from '../../ports/event-store.ts';
import type { Ownership } from '../../ports/follower.ts';
import { compileRelayedEvents } from './relayed-event.ts';

/** The name of the relay, which publishes the log for other systems, in its lease, checkpoint and metrics. */
export const RELAY = 'relay';

/** Events of one page, and of one publication. */
const PAGE_SIZE = 500;

type RelayServices = FollowerServices & {
  readonly eventStore: Pick<EventStore, 'subscribePages' | 'readStored'>;
  readonly checkpoints: Pick<Checkpoints, 'read' | 'move'>;
  readonly publisher: EventPublisher;
  readonly definitions: readonly EventDefinition[];
  readonly names: PublicationNames;
};

/** Splits events into batches, each within the byte limit of one publication. */
const inParts = (
  events: readonly PublishedEvent[],
  maxBytes: number,
): readonly (readonly PublishedEvent[])[] => {
  const parts: PublishedEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(event.json);
    const last = parts.at(-1);
    if (last && bytes + size <= maxBytes) {
      last.push(event);
      bytes += size;
    } else {
      parts.push([event]);
      bytes = size;
    }
  }
  return parts;
};

/**
 * The position to continue from. The broker also has events that a former owner could not record in the checkpoint. It is
 * not believed if it has more events than the log, or different ones: the log was then restored to an earlier state.
 */
const startOf = async (
  { publishedTo, lastId }: Publication,
  { checkpoints, eventStore, logger }: RelayServices,
): Promise<Position> => {
  const noted = await checkpoints.read(RELAY);
  if (publishedTo === undefined || publishedTo <= noted) return noted;
  const { events, head } = await eventStore.readStored(publishedTo - 1, 1);
  const [last] = events;
  if (last?.position === publishedTo && (lastId === undefined || last.id === lastId)) return publishedTo;
  logger.warn(
    { publishedTo, head },
    'The published events differ from the log, which was restored to an earlier state. Readers of the topics have events that no longer exist.',
  );
  return noted;
};

const relay = async (
  services: RelayServices,
  ownership: Ownership,
  met: { position?: Position },
): Promise<StepDownReason | undefined> => {
  const { eventStore, checkpoints, publisher, metrics } = services;
  const { signal, fence, advance, confirm } = ownership;
  const toPublished = compileRelayedEvents(services.definitions, services.names, publisher.maxBytes);
  const publication = await publisher.open(signal);
  try {
    // A node that was frozen before opening would otherwise have shut out the current owner, and continue in its place.
    await confirm();
    const from = await startOf(publication, services);
    advance({ generation: 0, position: from });
    const note = async (position: Position): Promise<boolean> => {
      advance({ generation: 0, position });
      return checkpoints.move(RELAY, position, fence);
    };
    for await (const page of eventStore.subscribePages(from, undefined, signal, PAGE_SIZE)) {
      const events = inOrder(page);
      // A node of a newer version may read it. None can read a damaged event, or one that every node has declined.
      const strange = events.filter(
        (event) => isUnreadable(event) && !isDamaged(event) && event.position > (met.position ?? 0),
      );
      const [first] = strange;
      const until = first ? first.position - 1 : page.scannedTo;
      const parts = inParts(
        events.filter(({ position }) => position <= until).map(toPublished),
        publisher.maxBytes,
      );
      for (const [index, part] of parts.entries()) {
        const upTo = index === parts.length - 1 ? until : (part.at(-1)?.position ?? until);
        const since = performance.now();
        await publication.publish(part, upTo);
        metrics.observe('anamnesis_relay_publish_seconds', (performance.now() - since) / 1000, {});
        metrics.count('anamnesis_relay_events_total', {}, part.length);
        if (!(await note(upTo))) return undefined;
      }
      if (parts.length === 0 && until > from && !(await note(until))) return undefined;
      if (first) {
        met.position = strange.at(-1)?.position ?? first.position;
        return { because: `An event of the type ${first.type} cannot be read. Another node may be able to.` };
      }
    }
    return undefined;
  } finally {
    await publication.close();
  }
};

/**
 * Publishes the log for other systems until the signal aborts: every event, in log order, by one owner at a time, without
 * sensitive fields. Nothing else waits for it, however slow the broker is.
 */
export const runRelay = (services: RelayServices, signal: AbortSignal): Promise<void> => {
  const met: { position?: Position } = {};
  return runFollower(
    { kind: 'consumer', name: RELAY, work: (ownership) => relay(services, ownership, met) },
    services,
    signal,
  );
};
