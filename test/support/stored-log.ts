import type { EventStore, StoredEvent } from '../../ports/event-store.ts';

/** A stored event of a made-up log. */
export const storedEventAt = (position: number, overrides: Partial<StoredEvent> = {}): StoredEvent => ({
  position,
  streamId: `query-${position}`,
  revision: 0,
  id: `00000000-0000-7000-8000-${String(position).padStart(12, '0')}`,
  type: position % 3 === 0 ? 'QueryAnswered' : 'QueryAsked',
  schemaVersion: 1,
  recordedAt: '2026-11-01T08:00:00.000Z',
  data: JSON.stringify({
    question: { $sealed: `v1:${position}`, $erased: '' },
    note: 'é "quoted" \u2028 line',
  }),
  metadata: '{"correlationId":"c"}',
  ...overrides,
});

/** Reads stored events from memory as a log does. */
export const storedLogOf = (events: readonly StoredEvent[]): Pick<EventStore, 'readStored'> => ({
  readStored: async (after, limit, filter) => {
    const rest = events.filter(({ position }) => position > after).slice(0, limit);
    return {
      events: filter?.types ? rest.filter(({ type }) => filter.types?.includes(type)) : rest,
      scannedTo: rest.at(-1)?.position ?? events.at(-1)?.position ?? 0,
      head: events.at(-1)?.position ?? 0,
    };
  },
});
