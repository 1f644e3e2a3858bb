import { z } from 'zod';
import type { Caller } from '../../commands/runtime/caller.ts';
import { readToolCallOwnership } from '../../commands/runtime/ownership/read-ownership.ts';
import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { ownerOf } from '../../domain/ownership/owner-of.ts';
import type { ToolCallEvent } from '../../domain/tools/tool-call-events.ts';
import { type ToolConfirmation, toolConfirmationOf } from '../../domain/tools/tool-confirmation.ts';
import { listToolCalls } from '../../projections/tool-calls/list-tool-calls.ts';
import { toolCallsProjection } from '../../projections/tool-calls/projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { toolConfirmationRepresentation } from '../representations/tool-call-representation.ts';
import { ticketField } from '../request/ticket-field.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { createEventOwnership, type OwnershipOf } from './event-ownership.ts';
import { streamReset, toolActivity } from './frames.ts';
import { lastEventId, resumeFields, resumePosition, resumeWithin } from './resume-position.ts';
import { formatEvent, formatHeartbeat, formatOpening } from './server-sent-events.ts';
import { sseResponse } from './sse-response.ts';
import type { StreamSlots } from './stream-slots.ts';
import { isConfirmer, recordConfirmationShown, toolActivityOf } from './tool-frames.ts';
import { withHeartbeats } from './with-heartbeats.ts';

/** The most pending confirmations of one person shown to a new reader. */
const MAX_PENDING = 100;
/** Events of the log scanned per page. */
const PAGE_SIZE = 100;

type Needs = Pick<
  HttpApiServices,
  'eventStore' | 'limits' | 'identity' | 'clock' | 'sharedClock' | 'readModels'
>;

type Listener = {
  readonly caller: Caller;
  readonly ownershipOf: OwnershipOf;
};

/** The frames of one event that the reader has not seen. */
async function* framesOf(
  event: RecordedEvent<ToolCallEvent>,
  { caller }: Listener,
  services: Needs,
): AsyncGenerator<string> {
  if (event.type === 'ToolConfirmationRequested') {
    // An expired confirmation is shown as a past event, not as a task.
    if (event.data.expiresAt > (await services.sharedClock.now())) {
      await recordConfirmationShown(event.data.toolCallId, caller, services);
      yield formatEvent({ event: 'tool_confirmation', data: toolConfirmationOf(event.data) });
    }
  }
  yield formatEvent({ id: event.position, event: 'tool_activity', data: toolActivityOf(event) });
}

/** The confirmations pending when the person connects, and the position after which further ones follow. */
const pendingFor = async (
  caller: Caller,
  services: Needs,
): Promise<{ readonly pending: readonly ToolConfirmation[]; readonly position: Position }> => {
  const view = await services.readModels.open(toolCallsProjection.name, await services.eventStore.head());
  const { items } = await listToolCalls(view, {
    requestedBy: ownerOf(caller.actor),
    state: 'awaiting_confirmation',
    limit: MAX_PENDING,
  });
  const now = await services.sharedClock.now();
  const pending: ToolConfirmation[] = [];
  for (const { confirmation } of items.toReversed()) {
    if (confirmation === null || confirmation.expiresAt <= now) continue;
    if (isConfirmer(caller, await readToolCallOwnership(confirmation.toolCallId, services)))
      pending.push(confirmation);
  }
  return { pending, position: view.position };
};

async function* followOwnCalls(
  listener: Listener,
  from: { readonly after: Position } | { readonly reset: Position } | undefined,
  signal: AbortSignal,
  services: Needs,
): AsyncGenerator<string> {
  let position: Position;
  if (from === undefined || 'reset' in from) {
    const { pending, position: reached } = await pendingFor(listener.caller, services);
    position = reached;
    yield formatOpening(position);
    if (from !== undefined) yield formatEvent({ id: position, event: 'reset', data: { position } });
    for (const confirmation of pending) {
      await recordConfirmationShown(confirmation.toolCallId, listener.caller, services);
      yield formatEvent({ event: 'tool_confirmation', data: confirmation });
    }
  } else {
    position = from.after;
    yield formatOpening(position);
  }
  const pages = services.eventStore.subscribePages(
    position,
    { categories: ['tool_call'] },
    signal,
    PAGE_SIZE,
  );
  for await (const page of withHeartbeats(pages, services.limits.heartbeatInterval)) {
    if (signal.aborted) return;
    if (page === 'silence') {
      yield formatHeartbeat(position);
      continue;
    }
    for (const event of page.events)
      if (isConfirmer(listener.caller, await listener.ownershipOf(event)))
        // The log validates each event against the schema of its type.
        yield* framesOf(event as RecordedEvent<ToolCallEvent>, listener, services);
    position = page.scannedTo;
  }
}

/** Informs a front end of its user's pending confirmations, and of the outcomes of their calls. */
export const toolCallStreamRoute = (services: Needs, slots: StreamSlots): Route => {
  const ownerships = createEventOwnership(services);
  return defineRoute({
    method: 'GET',
    path: '/api/tool-calls/stream',
    access: 'tools:read',
    tag: 'Streams',
    operationId: 'streamToolCalls',
    summary:
      'Server-Sent Events: the listener’s pending confirmations, and the outcomes of their own tool calls only.',
    ownership: 'self',
    discloses: ['ToolCallRead'],
    params: none,
    query: z.strictObject({ ...resumeFields, ...ticketField }),
    headers: [lastEventId],
    body: none,
    responses: [
      {
        status: 200,
        description:
          'A new reader first gets their pending confirmations. Each activity has its log position as id; a confirmation comes before the activity of its event and has none, so that it is sent again on resuming.',
        contentType: 'text/event-stream',
        frames: {
          tool_confirmation: toolConfirmationRepresentation,
          tool_activity: toolActivity,
          reset: streamReset,
        },
      },
    ],
    handle: async ({ query }, request) => {
      const resumed = resumePosition(request.header('Last-Event-ID'), query.lastEventId);
      const head = await services.eventStore.head();
      const within = resumed === undefined ? undefined : resumeWithin(resumed, head);
      const from = within?.isReset ? { reset: head } : within && { after: within.after };
      const listener = { caller: request.caller, ownershipOf: ownerships.of };
      return sseResponse(request, slots, services, (signal) =>
        followOwnCalls(listener, from, signal, services),
      );
    },
  });
};
