import { describe, expect, it } from 'vitest';
import { eventMetadataOf } from '../../../../commands/runtime/event-metadata.ts';
import { systemContext } from '../../../../commands/runtime/system-caller.ts';
import type { EventMetadata, RecordedEvent } from '../../../../domain/kernel/event.ts';
import { metadata } from '../../../support/events.ts';

const fence = { name: 'planner', fence: 7 };

const eventOf = (given: Partial<EventMetadata>): RecordedEvent => ({
  id: 'an-event',
  type: 'Noted',
  data: {},
  metadata: metadata(given),
  schemaVersion: 1,
  streamId: 'document-a',
  revision: 0,
  position: 1,
  recordedAt: '2026-01-02T03:04:05.678Z',
});

describe('a component that acts on an event', () => {
  it('acts for the caller who caused the event, in the same correlation and trace', () => {
    const cause = eventOf({
      actor: { id: 'dora', role: 'clinician' },
      correlationId: 'her-request',
      traceparent: 'her-trace',
      client: { ip: '192.0.2.1' },
    });
    const context = systemContext(cause, 'a-command', 'planner', fence);
    expect(context.fence).toBe(fence);
    // The address of the original caller is not the origin of this command.
    expect(eventMetadataOf(context, { phi: true, subject: 'person:p' })).toStrictEqual({
      actor: { id: 'system:planner', role: 'service', onBehalfOf: 'dora' },
      causationId: 'a-command',
      correlationId: 'her-request',
      traceparent: 'her-trace',
      phi: true,
      subject: 'person:p',
    });
  });

  it('acts for the original person, through any number of components', () => {
    const cause = eventOf({ actor: { id: 'system:worker', role: 'service', onBehalfOf: 'dora' } });
    expect(systemContext(cause, 'a-command', 'planner', fence).actor.onBehalfOf).toBe('dora');
  });

  it('starts a new correlation when nothing caused it', () => {
    expect(eventMetadataOf(systemContext(undefined, 'a-command', 'planner', fence))).toStrictEqual({
      actor: { id: 'system:planner', role: 'service' },
      causationId: 'a-command',
      correlationId: 'a-command',
      phi: false,
    });
  });
});
