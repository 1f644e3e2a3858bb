import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { whoseEvent } from '../../commands/runtime/whose-stream.ts';
import {
  phiScreened,
  queryAnswered,
  queryAsked,
  queryEvents,
  queryFailed,
  sourcesSearched,
} from '../../domain/consultation/query-events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { streamIdOf, uuidSchema } from '../../domain/kernel/identifiers.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { ticketField } from '../request/ticket-field.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { followStream, type Step } from './follow-stream.ts';
import { queryAnswer, queryFailure, queryProgress } from './frames.ts';
import { liveAnswer } from './live-answer.ts';
import { lastEventId, resumeFields, resumePosition, resumeWithin } from './resume-position.ts';
import type { StreamSlots } from './stream-slots.ts';

const queryEventTypes = queryEvents.map(({ type }) => type);

const progress = ({ position }: RecordedEvent, data: z.input<typeof queryProgress>): Step => ({
  id: position,
  event: 'progress',
  data,
  last: false,
});

/** What a reader is told of one event of a query; the answer itself comes whole, with its citations. */
const stepOf = (event: RecordedEvent): Step | undefined => {
  const at = event.recordedAt;
  if (event.type === queryAsked.type) return progress(event, { stage: 'asked', at });
  if (event.type === phiScreened.type) {
    const { detected } = phiScreened.schema.parse(event.data);
    return progress(event, { stage: 'screened', at, phiDetected: detected });
  }
  if (event.type === sourcesSearched.type) {
    const { sources, found } = sourcesSearched.schema.parse(event.data);
    return progress(event, { stage: 'searched', at, sources, found: found.length });
  }
  if (event.type === queryAnswered.type) {
    const { queryId, answer, citations, warnings, model, degraded } = queryAnswered.schema.parse(event.data);
    const data: z.input<typeof queryAnswer> = { queryId, answer, citations, warnings, model, degraded };
    return { id: event.position, event: 'answer', data, last: true };
  }
  if (event.type === queryFailed.type) {
    const { queryId, component, reason, message } = queryFailed.schema.parse(event.data);
    const data: z.input<typeof queryFailure> = { queryId, component, reason, message };
    return { id: event.position, event: 'failed', data, last: true };
  }
  return undefined;
};

/** Follows one query from the question to its answer, and ends there. */
export const queryStreamRoute = (services: HttpApiServices, slots: StreamSlots): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/queries/:id/stream',
    access: 'queries:read',
    tag: 'Streams',
    operationId: 'streamQuery',
    summary:
      'Server-Sent Events: the progress of one query. Ends with its answer, or with why there is none.',
    ownership: 'read',
    target: ({ id }) => ({ kind: 'query', id }),
    discloses: ['AnswerRead'],
    params: z.strictObject({ id: uuidSchema }),
    query: z.strictObject({ ...resumeFields, ...ticketField }),
    headers: [lastEventId],
    body: none,
    responses: [
      {
        status: 200,
        description: 'How far the question has come; ends with the answer or with why there is none.',
        contentType: 'text/event-stream',
        frames: { progress: queryProgress, answer: queryAnswer, failed: queryFailure },
      },
    ],
    handle: async ({ params, query }, request) => {
      const { after } = resumeWithin(
        resumePosition(request.header('Last-Event-ID'), query.lastEventId) ?? 0,
        await services.eventStore.head(),
      );
      const streamId = streamIdOf('query', params.id);
      const history = await Array.fromAsync(services.eventStore.readStream(streamId));
      const [asked] = history;
      if (!asked) throw new Failure(failure('not_found', 'There is no query with this id.'));
      return liveAnswer(request, slots, services, (signal) =>
        followStream(
          {
            streamId,
            after,
            history,
            types: queryEventTypes,
            stepOf,
            beforeDelivery: async (step) => {
              // Asked again: while the answer was made, what was shared may have been taken back.
              if (step.event === 'answer')
                await recordAccess(
                  await request.accessTo({ kind: 'query', id: params.id }, 'read'),
                  { what: { type: 'AnswerRead', data: { queryId: params.id } }, ...whoseEvent(asked) },
                  services,
                );
            },
          },
          signal,
          services,
        ),
      );
    },
  });
