import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { recordListing } from '../../commands/runtime/record-listing.ts';
import { streamOwner } from '../../commands/runtime/stream-owner.ts';
import {
  type AnswerPreferences,
  citationDisplays,
  citationStyles,
} from '../../domain/consultation/answer-preferences.ts';
import { presentReferences } from '../../domain/consultation/references/present-references.ts';
import { streamIdOf, uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { ConversationDto } from '../../projections/conversations/conversation-dto.ts';
import { getConversation } from '../../projections/conversations/get-conversation.ts';
import { listConversations } from '../../projections/conversations/list-conversations.ts';
import { conversationsProjection } from '../../projections/conversations/projection.ts';
import { getQuery } from '../../projections/queries/get-query.ts';
import { listConversationQueries } from '../../projections/queries/list-conversation-queries.ts';
import { queriesProjection } from '../../projections/queries/projection.ts';
import type { QueryDto } from '../../projections/queries/query-dto.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import type { VersionTextReader } from '../read-version-text.ts';
import { toCitationRepresentation } from '../representations/citation-representation.ts';
import {
  conversationRepresentation,
  conversationWithQueries,
} from '../representations/conversation-representation.ts';
import { queryRepresentation } from '../representations/query-representation.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { locateQuotations } from './locate-quotations.ts';
import { found } from './not-found.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageQuery } from './page-query.ts';
import { visibleConversations } from './visible-conversations.ts';

/** Whether a conversation may contain PHI: known facts about a patient, or a title, which is free text. */
const conversationMayContainPhi = ({ clinicalContext, title }: ConversationDto): boolean =>
  clinicalContext !== null || title !== null;

/** A question with its citations as references, in the requested style or the one preferred when it was asked. */
const withReferences = (
  query: QueryDto,
  wanted: AnswerPreferences = {},
  citations: Awaited<ReturnType<typeof locateQuotations>> = query.citations.map(toCitationRepresentation),
) => ({
  ...query,
  citations,
  references: presentReferences(
    query.citations,
    { ...query.preferences, ...omitUndefined(wanted) },
    query.finishedAt ?? undefined,
  ),
});

/** Orchestration, "Conversation Context". */
const LAST_MESSAGES = 10;

type Needs = Pick<
  HttpApiServices,
  'readModels' | 'eventStore' | 'identity' | 'commandServices' | 'sharedClock' | 'history' | 'pageImages'
> & { readonly readText: VersionTextReader };

const query = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/queries/:id',
    access: 'queries:read',
    tag: 'Consultation',
    operationId: 'getQuery',
    summary: 'A question with its answer and citations. Access is recorded.',
    ownership: 'read',
    target: ({ id }) => ({ kind: 'query', id }),
    discloses: ['AnswerRead'],
    params: z.strictObject({ id: uuidSchema }),
    query: z.strictObject({
      ...readFields,
      citationStyle: z.enum(citationStyles).optional().meta({
        description: 'The style of `references`, overriding the preference.',
      }),
      citationDisplay: z.enum(citationDisplays).optional(),
      rectangles: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional()
        .meta({
          description:
            'Adds the positions of the quoted lines to `citations[].pageImages`, which takes about 10 ms per page.',
        }),
    }),
    body: none,
    response: queryRepresentation,
    entityTag: 'whole',
    handle: async ({ params, query: { after, rectangles, ...wanted } }, request) => {
      const view = await openReadModel(services.readModels, queriesProjection.name, after, request);
      const answer = found(await getQuery(view, params.id), 'query');
      const citations = rectangles ? await locateQuotations(answer.citations, services, request) : undefined;
      return answerData(withReferences(answer, wanted, citations), {
        metadata: metadataOf(view),
        revision: answer.revision,
        beforeDelivery: async () =>
          recordAccess(
            request.caller,
            {
              what: { type: 'AnswerRead', data: { queryId: answer.queryId } },
              ...(await streamOwner(streamIdOf('query', answer.queryId), services.eventStore)),
            },
            services,
          ),
      });
    },
  });

const conversations = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/conversations',
    access: 'conversations:read',
    tag: 'Consultation',
    operationId: 'listConversations',
    summary: 'Conversations, most recently changed first. Access is recorded.',
    ownership: 'listed',
    discloses: ['ConversationsListed'],
    params: none,
    query: z.strictObject({
      ...pageQuery,
      startedBy: z.string().min(1).max(256).optional(),
      mine: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional()
        .meta({ description: 'Lists only the caller’s own.' }),
    }),
    body: none,
    response: z.array(conversationRepresentation).readonly(),
    handle: async ({ query: filter }, request) => {
      const view = await openReadModel(
        services.readModels,
        conversationsProjection.name,
        filter.after,
        request,
      );
      const { visible, callerOf } = await visibleConversations(request.caller, filter, services);
      const page = await listConversations(view, { ...filter, visible });
      return answerData(page.items, {
        metadata: metadataOf(view, page.nextCursor),
        beforeDelivery: () =>
          recordListing(
            page.items,
            callerOf(page.items),
            {
              what: {
                type: 'ConversationsListed',
                data: { conversationIds: page.items.map(({ conversationId }) => conversationId) },
              },
              subjects: page.subjects,
              phi: page.items.some(conversationMayContainPhi),
            },
            services,
          ),
      });
    },
  });

const conversation = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/conversations/:id',
    access: 'conversations:read',
    tag: 'Consultation',
    operationId: 'getConversation',
    summary: 'A conversation with a page of its questions, oldest first. Access is recorded.',
    ownership: 'read',
    target: ({ id }) => ({ kind: 'conversation', id }),
    discloses: ['ConversationRead'],
    params: z.strictObject({ id: uuidSchema }),
    query: z.strictObject(pageQuery),
    body: none,
    response: conversationWithQueries,
    entityTag: 'partial',
    handle: async ({ params, query: { after, limit, cursor } }, request) => {
      const [view, queries] = await Promise.all([
        openReadModel(services.readModels, conversationsProjection.name, after, request),
        openReadModel(services.readModels, queriesProjection.name, after, request),
      ]);
      const about = found(await getConversation(view, params.id), 'conversation');
      const page = await listConversationQueries(queries, { conversationId: params.id, limit, cursor });
      const { messages, phi: inMessages } = await services.history.lastMessages(
        about.conversationId,
        LAST_MESSAGES,
      );
      return answerData(
        { ...about, queries: page.items.map((asked) => withReferences(asked)), lastMessages: messages },
        {
          metadata: {
            ...metadataOf(view, page.nextCursor),
            position: Math.min(view.position, queries.position),
          },
          // The questions have their own streams.
          revision: about.revision,
          revisionIsPartial: true,
          beforeDelivery: async () => {
            const { subjects, phi } = await streamOwner(
              streamIdOf('conversation', about.conversationId),
              services.eventStore,
            );
            return recordAccess(
              request.caller,
              {
                what: { type: 'ConversationRead', data: { conversationId: about.conversationId } },
                subjects,
                phi:
                  phi ||
                  inMessages ||
                  conversationMayContainPhi(about) ||
                  page.items.some((asked) => asked.phi?.detected),
              },
              services,
            );
          },
        },
      );
    },
  });

/** Questions, answers and conversations. */
export const consultationRoutes = (services: Needs): readonly Route[] => [
  query(services),
  conversations(services),
  conversation(services),
];
