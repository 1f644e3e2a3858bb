import { z } from 'zod';
import { accessorOf } from '../../commands/runtime/ownership/require-access.ts';
import { allEvents } from '../../domain/all-events.ts';
import { type RecordedEvent, streamCategories } from '../../domain/kernel/event.ts';
import { categoryOf } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { hasOversight } from '../../domain/ownership/may-access.ts';
import type { EventFilter } from '../../ports/event-store.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { ticketField } from '../request/ticket-field.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { createEventVisibility } from './event-visibility.ts';
import { eventNotification, streamReset } from './frames.ts';
import type { LiveFeed } from './live-feed.ts';
import { lastEventId, resumeFields, resumePosition, resumeWithin } from './resume-position.ts';
import { formatEvent, formatOpening } from './server-sent-events.ts';
import { sseResponse } from './sse-response.ts';
import type { StreamSlots } from './stream-slots.ts';

/** A comma-separated list of known names. */
const listOf = <Name extends string>(names: readonly Name[], description: string) =>
  z
    .string()
    .max(4000)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)).min(1).max(100))
    .meta({ description });

const eventTypes = allEvents.map(({ type }) => type);

/** Whether an event is among those requested; must match the filter by which the log is read. */
const passes = ({ types, categories }: EventFilter): ((event: RecordedEvent) => boolean) => {
  const wantedTypes = types && new Set(types);
  const wantedCategories = categories && new Set<string>(categories);
  return ({ type, streamId }) =>
    (wantedTypes === undefined || wantedTypes.has(type)) &&
    (wantedCategories === undefined || wantedCategories.has(categoryOf(streamId)));
};

/** Notifies of all events, for front ends that keep their views fresh. */
export const eventStreamRoute = (services: HttpApiServices, slots: StreamSlots, feed: LiveFeed): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/stream',
    access: 'stream:read',
    tag: 'Streams',
    operationId: 'streamEvents',
    summary:
      'Server-Sent Events: one notification for each event that the caller may see, without its content.',
    ownership: 'listed',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({
      ...resumeFields,
      ...ticketField,
      types: listOf(eventTypes, 'Event types, separated by commas.').optional(),
      categories: listOf(streamCategories, 'Stream categories, separated by commas.').optional(),
    }),
    headers: [lastEventId],
    body: none,
    responses: [
      {
        status: 200,
        description:
          'Notifications; the id of each is its log position. A reader that resumes beyond the end of the log, after a restore from a backup, first gets a `reset` and continues from the end.',
        contentType: 'text/event-stream',
        frames: { '<event type>': eventNotification, reset: streamReset },
      },
    ],
    handle: async ({ query }, request) => {
      const head = await services.eventStore.head();
      const { after, isReset } = resumeWithin(
        resumePosition(request.header('Last-Event-ID'), query.lastEventId) ?? head,
        head,
      );
      const from = isReset ? head : after;
      const reset = { id: head, event: 'reset', data: { position: head } };
      const opening = `${formatOpening(from)}${isReset ? formatEvent(reset) : ''}`;
      const filter = omitUndefined({ types: query.types, categories: query.categories });
      const isWanted = passes(filter);
      const accessor = accessorOf(request.caller);
      const mayHear = createEventVisibility(accessor, services.clock.now);
      return sseResponse(request, slots, services, (signal) =>
        feed.listen(
          {
            opening,
            from,
            filter,
            passes: (notice) => isWanted(notice.event) && mayHear(notice),
            needsOwners: !hasOversight(accessor),
          },
          signal,
        ),
      );
    },
  });
