import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventDefinition } from '../../domain/kernel/event-definition.ts';
import {
  type CloudEvent,
  cloudEventOf,
  emptyCloudEvent,
  type PublicationNames,
} from '../../domain/publication/cloud-event.ts';
import { compilePublicData } from '../../domain/publication/public-data.ts';
import type { PublishedEvent } from '../../ports/event-publisher.ts';
import { isUnreadable, type UnreadableEvent } from '../../ports/event-store.ts';

const categoryOf = (streamId: string): string => streamId.slice(0, Math.max(0, streamId.indexOf('-')));

/** Compiles how events of these types are published. Data above `maxBytes` is left out. */
export const compileRelayedEvents = (
  definitions: readonly EventDefinition[],
  names: PublicationNames,
  maxBytes: number,
): ((event: RecordedEvent | UnreadableEvent) => PublishedEvent) => {
  const publicData = new Map(
    definitions.map((definition) => [definition.type, compilePublicData(definition)]),
  );
  return (event) => {
    const { position } = event;
    const category = categoryOf(event.streamId);
    const made = (cloudEvent: CloudEvent): PublishedEvent => ({
      category,
      event: cloudEvent,
      position,
      json: JSON.stringify(cloudEvent),
    });
    const toPublic = publicData.get(event.type);
    if (isUnreadable(event) || !toPublic) return made(emptyCloudEvent(event, 'unreadable', names));
    const whole = made(cloudEventOf(event, toPublic(event.data), names));
    return Buffer.byteLength(whole.json) <= maxBytes
      ? whole
      : made(emptyCloudEvent(event, 'too_large', names));
  };
};
