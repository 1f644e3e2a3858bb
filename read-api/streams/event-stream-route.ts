import { z } from 'zod';
import { allEvents } from '../../domain/all-events.ts';
import { type Position, type RecordedEvent, streamCategories } from '../../domain/kernel/event.ts';
import type { EventFilter } from '../../ports/event-store.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { eventNotification } from './frames.ts';
import { liveAnswer } from './live-answer.ts';
import { lastEventId, resumeFields, resumePosition } from './resume-position.ts';
import { formatEvent, formatHeartbeat, formatOpening } from './server-sent-events.ts';
import type { StreamSlots } from './stream-slots.ts';
import { withHeartbeats } from './with-heartbeats.ts';

/** Events in one piece of the stream. */
const PAGE_SIZE = 200;

/** A comma-separated list of known names. */
const listOf = <Name extends string>(names: readonly Name[], description: string) =>
  z
    .string()
    .max(4000)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)).min(1).max(100))
    .meta({ description });

const eventTypes = allEvents.map(({ type }) => type);

const notificationOf = ({
  streamId,
  revision,
  position,
  type,
  recordedAt,
}: RecordedEvent): z.input<typeof eventNotification> => ({
  streamId,
  revision,
  position,
  type,
  recordedAt,
});

async function* notifications(
  from: Position,
  filter: EventFilter,
  signal: AbortSignal,
  { eventStore, limits }: HttpApiServices,
): AsyncGenerator<string> {
  let seen = from;
  yield formatOpening(seen);
  const pages = eventStore.subscribePages(from, filter, signal, PAGE_SIZE);
  for await (const page of withHeartbeats(pages, limits.heartbeatInterval)) {
    if (signal.aborted) return;
    if (page === 'silence') {
      yield formatHeartbeat(seen);
      continue;
    }
    seen = page.scannedTo;
    const piece = page.events.map((event) =>
      formatEvent({ id: event.position, event: event.type, data: notificationOf(event) }),
    );
    if (piece.length > 0) yield piece.join('');
  }
}

/** Notifies of everything that happens, for front ends that keep their views fresh. */
export const eventStreamRoute = (services: HttpApiServices, slots: StreamSlots): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/stream',
    access: 'stream:read',
    tag: 'Streams',
    operationId: 'streamEvents',
    summary: 'Server-Sent Events: one notification for each event of the log, without its content.',
    ownership: 'listed',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({
      ...resumeFields,
      types: listOf(eventTypes, 'Event types, separated by commas.').optional(),
      categories: listOf(streamCategories, 'Stream categories, separated by commas.').optional(),
    }),
    headers: [lastEventId],
    body: none,
    responses: [
      {
        status: 200,
        description: 'Notifications; the id of each is its log position.',
        contentType: 'text/event-stream',
        frames: { '<event type>': eventNotification },
      },
    ],
    handle: async ({ query }, request) => {
      const resumed = resumePosition(request.header('Last-Event-ID'), query.lastEventId);
      const from = resumed ?? (await services.eventStore.head());
      const { types, categories } = query;
      const filter = { ...(types ? { types } : {}), ...(categories ? { categories } : {}) };
      return liveAnswer(request, slots, services, (signal) => notifications(from, filter, signal, services));
    },
  });
