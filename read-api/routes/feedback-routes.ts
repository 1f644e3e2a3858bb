import { z } from 'zod';
import type { Caller } from '../../commands/runtime/caller.ts';
import { accessorOf, withOversight } from '../../commands/runtime/ownership/require-access.ts';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { docKeySchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { hasOversight } from '../../domain/ownership/may-access.ts';
import { ownerOf } from '../../domain/ownership/owner-of.ts';
import { detectPhi } from '../../domain/privacy/detect-phi.ts';
import { getDocumentFeedback } from '../../projections/document-feedback/get-document-feedback.ts';
import { documentFeedbackProjection } from '../../projections/document-feedback/projection.ts';
import { getDocument } from '../../projections/documents/get-document.ts';
import { documentsProjection } from '../../projections/documents/projection.ts';
import { labelledPairs } from '../../projections/feedback/labelled-pairs.ts';
import {
  type FeedbackDto,
  type ListFeedback,
  listFeedback,
} from '../../projections/feedback/list-feedback.ts';
import { feedbackProjection } from '../../projections/feedback/projection.ts';
import { queriesProjection } from '../../projections/queries/projection.ts';
import type { ReadModelView } from '../../projections/read-model-reader.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import {
  documentFeedbackRepresentation,
  feedbackKindSchema,
  feedbackRepresentation,
  labelledPairRepresentation,
} from '../representations/feedback-representation.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { found } from './not-found.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageQuery } from './page-query.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'eventStore' | 'identity'>;
type Narrowing = Pick<ListFeedback, 'kind' | 'docKey'>;

const narrowing = { kind: feedbackKindSchema.optional(), docKey: docKeySchema.optional() };

/** The parameters of the request, as recorded in the log. */
const asParameters = ({ kind, docKey }: Narrowing) => ({
  ...omitUndefined({ kind, docKey }),
});

/** A caller with oversight who gives a reason reads by oversight; all others as themselves. */
const overseerOf = (caller: Caller): Caller =>
  caller.reason !== undefined && hasOversight(accessorOf(caller)) ? withOversight(caller) : caller;

/** A judgement, with the comment only for its author and for oversight: the comment can name a patient. */
const forEyesOf = (caller: Caller, item: FeedbackDto) => {
  const isOpen = caller.access?.basis === 'oversight' || item.givenBy === ownerOf(caller.actor);
  return {
    ...item,
    comment: isOpen ? item.comment : null,
    commentWithheld: !isOpen && item.comment !== null,
  };
};

const list = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/feedback',
    access: 'feedback:read',
    tag: 'Feedback',
    operationId: 'listFeedback',
    summary: 'Feedback on answers, newest first. Access is recorded.',
    ownership: 'listed',
    discloses: ['FeedbackRead'],
    params: none,
    query: z.strictObject({ ...pageQuery, ...narrowing }),
    body: none,
    response: z.array(feedbackRepresentation).readonly(),
    handle: async ({ query }, request) => {
      const view = await openReadModel(services.readModels, feedbackProjection.name, query.after, request);
      const page = await listFeedback(view, query);
      const caller = overseerOf(request.caller);
      const items = page.items.map((item) => forEyesOf(caller, item));
      return answerData(items, {
        metadata: metadataOf(view, page.nextCursor),
        beforeDelivery: () =>
          recordAccess(
            caller,
            {
              what: { type: 'FeedbackRead', data: { kind: 'list', parameters: asParameters(query) } },
              subjects: page.subjects,
              phi: items.some(({ comment }) => comment !== null && detectPhi(comment).detected),
            },
            services,
          ),
      });
    },
  });

async function* exported(
  feedback: ReadModelView,
  queries: ReadModelView,
  query: Narrowing,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const pair of labelledPairs(feedback, queries, query)) {
    // A normal end would make a partial export look complete.
    if (signal.aborted)
      throw new Failure(failure('unavailable', 'The export was cut short.', { component: 'http' }));
    yield `${JSON.stringify(pair)}\n`;
  }
}

const NDJSON = 'application/x-ndjson';

const exportPairs = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/feedback/export',
    access: 'feedback:export',
    tag: 'Feedback',
    operationId: 'exportFeedback',
    summary: 'Questions with people’s feedback on their results, as labelled pairs. The export is recorded.',
    ownership: 'oversight',
    discloses: ['FeedbackRead'],
    params: none,
    query: z.strictObject({ ...readFields, ...narrowing, format: z.enum(['ndjson']).default('ndjson') }),
    body: none,
    responses: [
      {
        status: 200,
        description: 'One pair per line. A broken connection means that the export is incomplete.',
        contentType: NDJSON,
        content: labelledPairRepresentation,
        headers: ['Content-Disposition', 'X-Last-Position'],
      },
    ],
    handle: async ({ query }, request) => {
      const feedback = await openReadModel(
        services.readModels,
        feedbackProjection.name,
        query.after,
        request,
      );
      const queries = await services.readModels.open(queriesProjection.name, feedback.position);
      await recordAccess(
        request.caller,
        // Everyone's questions, some of which will name a patient.
        {
          what: { type: 'FeedbackRead', data: { kind: 'export', parameters: asParameters(query) } },
          phi: true,
        },
        services,
      );
      return {
        kind: 'stream',
        live: false,
        contentType: NDJSON,
        headers: {
          'Content-Disposition': `attachment; filename="feedback-${feedback.position}.ndjson"`,
          'X-Last-Position': String(feedback.position),
        },
        content: (signal) => exported(feedback, queries, query, signal),
      };
    },
  });

const ofDocument = ({ readModels }: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/feedback',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'getDocumentFeedback',
    summary: 'How many people find a document helpful, wrong, outdated, or missing in an answer.',
    ownership: 'none',
    discloses: 'nothing',
    params: z.strictObject({ docKey: docKeySchema }),
    query: z.strictObject(readFields),
    body: none,
    response: documentFeedbackRepresentation,
    handle: async ({ params: { docKey }, query: { after } }, request) => {
      const [documents, view] = await Promise.all([
        openReadModel(readModels, documentsProjection.name, after, request),
        openReadModel(readModels, documentFeedbackProjection.name, after, request),
      ]);
      found(await getDocument(documents, docKey), 'document');
      return answerData(await getDocumentFeedback(view, docKey), { metadata: metadataOf(view) });
    },
  });

/** Feedback on answers and documents, and as labelled pairs. */
export const feedbackRoutes = (services: Needs): readonly Route[] => [
  list(services),
  exportPairs(services),
  ofDocument(services),
];
