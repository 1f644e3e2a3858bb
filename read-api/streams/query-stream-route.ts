import { z } from 'zod';
import { readToolCallOwnership } from '../../commands/runtime/ownership/read-ownership.ts';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { eventOwner } from '../../commands/runtime/stream-owner.ts';
import { isAllowed } from '../../domain/kernel/actor.ts';
import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { streamIdOf, uuidSchema } from '../../domain/kernel/identifiers.ts';
import { toolConfirmationRequested } from '../../domain/tools/tool-call-events.ts';
import { queriesProjection } from '../../projections/queries/projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { toolConfirmationRepresentation } from '../representations/tool-call-representation.ts';
import { ticketField } from '../request/ticket-field.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { createContentAccess } from './content-access.ts';
import { followQuery } from './follow-query.ts';
import {
  queryAnswer,
  queryCancellation,
  queryClarification,
  queryDraft,
  queryEvidence,
  queryFailure,
  queryProgress,
  toolActivity,
} from './frames.ts';
import { queryStepsOf } from './query-steps.ts';
import { createQuestionEvents } from './question-events.ts';
import { lastPlaceId, resumePlace, resumePlaceFields, resumeWithin } from './resume-position.ts';
import { sseResponse } from './sse-response.ts';
import type { StreamPlace } from './stream-place.ts';
import type { StreamSlots } from './stream-slots.ts';
import { isConfirmer, recordConfirmationShown } from './tool-frames.ts';

/** The longest that the end of a query waits until a request for the query shows it. */
const READABLE_WITHIN_MS = 5000;

const nothingSeen: StreamPlace = { position: 0, characters: 0 };

/** Follows one query from the question to its answer. */
export const queryStreamRoute = (services: HttpApiServices, slots: StreamSlots): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/queries/:id/stream',
    access: 'queries:read',
    tag: 'Streams',
    operationId: 'streamQuery',
    summary:
      'Server-Sent Events: the progress of one query, and its answer while it is written. Ends with the answer, a request for clarification, or the reason for having no answer.',
    ownership: 'read',
    target: ({ id }) => ({ kind: 'query', id }),
    discloses: ['AnswerRead', 'ToolCallRead'],
    params: z.strictObject({ id: uuidSchema }),
    query: z.strictObject({ ...resumePlaceFields, ...ticketField }),
    headers: [lastPlaceId],
    body: none,
    responses: [
      {
        status: 200,
        description:
          'The progress of the question and its tool calls; a confirmation is shown only to the person asked. The id of a `draft` is `<position>.<characters so far>`: a reader who resumes there gets the draft so far in one piece, from its beginning, on any node.',
        contentType: 'text/event-stream',
        frames: {
          progress: queryProgress,
          citations: queryEvidence,
          draft: queryDraft,
          tool_confirmation: toolConfirmationRepresentation,
          tool_activity: toolActivity,
          answer: queryAnswer,
          clarifying: queryClarification,
          failed: queryFailure,
          cancelled: queryCancellation,
        },
      },
    ],
    handle: async ({ params, query }, request) => {
      const place = resumePlace(request.header('Last-Event-ID'), query.lastEventId) ?? nothingSeen;
      const head = await services.eventStore.head();
      const { isReset } = resumeWithin(place.position, head);
      const queryId = params.id;
      const streamId = streamIdOf('query', queryId);
      const events = createQuestionEvents(streamId, services.eventStore);
      const history = await events.upTo(head);
      const [asked] = history;
      if (!asked) throw new Failure(failure('not_found', 'There is no query with this id.'));
      const access = createContentAccess({
        grounds: () => request.accessTo({ kind: 'query', id: queryId }, 'read'),
        record: (caller) =>
          recordAccess(
            caller,
            { what: { type: 'AnswerRead', data: { queryId } }, ...eventOwner(asked) },
            services,
          ),
        elapsed: services.clock.elapsed,
      });
      const mayConfirm = async ({ data }: RecordedEvent): Promise<boolean> => {
        const { toolCallId, expiresAt } = toolConfirmationRequested.schema.parse(data);
        const { caller } = request;
        if (expiresAt <= (await services.sharedClock.now())) return false;
        if (!isAllowed(caller.roles ?? [caller.actor.role], 'tools:read')) return false;
        if (!isConfirmer(caller, await readToolCallOwnership(toolCallId, services))) return false;
        await recordConfirmationShown(toolCallId, caller, services);
        return true;
      };
      const readable = async (position: Position): Promise<void> => {
        await services.readModels.locate(queriesProjection.name, position, READABLE_WITHIN_MS);
      };
      const after = isReset ? nothingSeen : place;
      return sseResponse(request, slots, services, (signal) =>
        followQuery(
          { queryId, streamId, after, history, events, stepsOf: queryStepsOf, mayConfirm, readable, access },
          signal,
          services,
        ),
      );
    },
  });
