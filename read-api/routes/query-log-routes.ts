import { z } from 'zod';
import { recordListing } from '../../commands/runtime/record-listing.ts';
import { getQueryLogSummary } from '../../projections/query-log/get-query-log-summary.ts';
import {
  listQueryLog,
  queryLogProblems,
  SLOW_MILLISECONDS,
} from '../../projections/query-log/list-query-log.ts';
import { listTopQuestions } from '../../projections/query-log/list-top-questions.ts';
import { queryLogProjection } from '../../projections/query-log/projection.ts';
import { topQuestionKinds } from '../../projections/query-log/top-questions.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import {
  queryLogRepresentation,
  queryLogSummaryRepresentation,
  topQuestionsRepresentation,
} from '../representations/query-log-representation.ts';
import { instantText, integerText, readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageQuery } from './page-query.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'eventStore' | 'identity'>;

const ONE_DAY = 24 * 60 * 60 * 1000;
const during = { from: instantText.optional(), to: instantText.optional() };

const list = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/query-log',
    access: 'query-log:read',
    tag: 'Operations',
    operationId: 'listQueryLog',
    summary: 'How questions and searches were handled, without their text, newest first.',
    ownership: 'metadata',
    discloses: ['QueryLogRead'],
    params: none,
    query: z.strictObject({
      ...pageQuery,
      ...during,
      only: z.enum(queryLogProblems).optional(),
      slowerThan: integerText(
        1,
        ONE_DAY,
        `Milliseconds from which an entry counts as slow for only=slow; default: ${SLOW_MILLISECONDS}.`,
      ).optional(),
      intent: z.string().min(1).max(64).optional(),
      actorId: z.string().min(1).max(256).optional(),
    }),
    body: none,
    response: z.array(queryLogRepresentation).readonly(),
    handle: async ({ query }, request) => {
      const view = await openReadModel(services.readModels, queryLogProjection.name, query.after, request);
      const page = await listQueryLog(view, query);
      return answerData(page.items, {
        metadata: metadataOf(view, page.nextCursor),
        beforeDelivery: () =>
          recordListing(
            page.items,
            request.caller,
            { what: { type: 'QueryLogRead', data: { kind: 'list' } }, subjects: page.subjects },
            services,
          ),
      });
    },
  });

const summary = ({ readModels }: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/query-log/summary',
    access: 'query-log:read',
    tag: 'Operations',
    operationId: 'summarizeQueryLog',
    summary: 'Counts, latencies, intents and failures over the newest 10,000 entries of a window.',
    ownership: 'metadata',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({ ...readFields, ...during }),
    body: none,
    response: queryLogSummaryRepresentation,
    handle: async ({ query }, request) => {
      const view = await openReadModel(readModels, queryLogProjection.name, query.after, request);
      return answerData(await getQueryLogSummary(view, query), { metadata: metadataOf(view) });
    },
  });

const top = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/query-log/top',
    access: 'query-log:read',
    tag: 'Operations',
    operationId: 'listTopQuestions',
    summary:
      'The questions asked most, or those that most often found nothing or failed, without their text.',
    ownership: 'metadata',
    discloses: ['QueryLogRead'],
    params: none,
    query: z.strictObject({
      ...readFields,
      ...during,
      only: z.enum(topQuestionKinds).default('all'),
      limit: integerText(1, 100, 'The most questions; 20 when absent.').default(20),
    }),
    body: none,
    response: topQuestionsRepresentation,
    handle: async ({ query }, request) => {
      const view = await openReadModel(services.readModels, queryLogProjection.name, query.after, request);
      const shown = await listTopQuestions(view, query);
      return answerData(shown, {
        metadata: metadataOf(view),
        beforeDelivery: () =>
          recordListing(
            shown.questions,
            request.caller,
            { what: { type: 'QueryLogRead', data: { kind: 'top' } } },
            services,
          ),
      });
    },
  });

/** Figures about questions and searches. */
export const queryLogRoutes = (services: Needs): readonly Route[] => [
  list(services),
  summary(services),
  top(services),
];
