import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { reviewIdSchema } from '../../domain/consultation/review/review-id.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { ERASED_TEXT } from '../../domain/privacy/sensitive.ts';
import type { ReadModelView } from '../../projections/read-model-reader.ts';
import { getReview, listReviews } from '../../projections/reviews/list-reviews.ts';
import { reviewsProjection } from '../../projections/reviews/projection.ts';
import { resolvedDetections } from '../../projections/reviews/resolved-detections.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import {
  reviewDetailsRepresentation,
  reviewedDetectionRepresentation,
  reviewKindSchema,
  reviewRepresentation,
  reviewStateSchema,
} from '../representations/review-representation.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { found } from './not-found.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageQuery } from './page-query.ts';
import { reviewedContent } from './reviewed-content.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'eventStore' | 'identity'>;

const list = ({ readModels }: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/reviews',
    access: 'reviews:read',
    tag: 'Audit',
    operationId: 'listReviews',
    summary: 'Open and completed reviews of questions, without their content, newest first.',
    ownership: 'metadata',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({
      ...pageQuery,
      kind: reviewKindSchema.optional(),
      state: reviewStateSchema.optional(),
    }),
    body: none,
    response: z.array(reviewRepresentation).readonly(),
    handle: async ({ query }, request) => {
      const view = await openReadModel(readModels, reviewsProjection.name, query.after, request);
      const page = await listReviews(view, query);
      return answerData(page.items, { metadata: metadataOf(view, page.nextCursor) });
    },
  });

const show = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/reviews/:reviewId',
    access: 'reviews:read',
    tag: 'Audit',
    operationId: 'getReview',
    summary: 'A review with the question and the detected or withheld text. Access is recorded.',
    ownership: 'oversight',
    discloses: ['AnswerRead'],
    params: z.strictObject({ reviewId: reviewIdSchema }),
    query: z.strictObject(readFields),
    body: none,
    response: reviewDetailsRepresentation,
    handle: async ({ params: { reviewId }, query: { after } }, request) => {
      const view = await openReadModel(services.readModels, reviewsProjection.name, after, request);
      const { review, subject } = found(await getReview(view, reviewId), 'review');
      const { kind, queryId } = review;
      const content = await reviewedContent(kind, queryId, services.eventStore);
      return answerData(
        { ...review, ...content },
        {
          metadata: metadataOf(view),
          beforeDelivery: () =>
            recordAccess(
              request.caller,
              { what: { type: 'AnswerRead', data: { queryId } }, subjects: [subject], phi: true },
              services,
            ),
        },
      );
    },
  });

async function* exported(
  view: ReadModelView,
  { eventStore }: Needs,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const { reviewId, kind, queryId, verdict } of resolvedDetections(view)) {
    // A normal end would make a partial export look complete.
    if (signal.aborted)
      throw new Failure(failure('unavailable', 'The export was cut short.', { component: 'http' }));
    const { question, detector, kinds, findings } = await reviewedContent(kind, queryId, eventStore);
    if (question === ERASED_TEXT) continue;
    yield `${JSON.stringify({ reviewId, question, detector, kinds, findings, verdict })}\n`;
  }
}

const NDJSON = 'application/x-ndjson';

const exportDetections = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/reviews/export',
    access: 'reviews:resolve',
    tag: 'Audit',
    operationId: 'exportReviews',
    summary: 'Detections of PHI with the verdicts on them, for tuning the detectors. The export is recorded.',
    ownership: 'oversight',
    discloses: ['AuditTrailRead'],
    params: none,
    query: z.strictObject(readFields),
    body: none,
    responses: [
      {
        status: 200,
        description: 'One verdict per line. A broken connection means that the export is incomplete.',
        contentType: NDJSON,
        content: reviewedDetectionRepresentation,
        headers: ['Content-Disposition', 'X-Last-Position'],
      },
    ],
    handle: async ({ query: { after } }, request) => {
      const view = await openReadModel(services.readModels, reviewsProjection.name, after, request);
      await recordAccess(
        request.caller,
        { what: { type: 'AuditTrailRead', data: { kind: 'reviews', parameters: {} } }, phi: true },
        services,
      );
      return {
        kind: 'stream',
        live: false,
        contentType: NDJSON,
        headers: {
          'Content-Disposition': `attachment; filename="reviews-${view.position}.ndjson"`,
          'X-Last-Position': String(view.position),
        },
        content: (signal) => exported(view, services, signal),
      };
    },
  });

/** Reviews of questions and answers, for compliance. */
export const reviewRoutes = (services: Needs): readonly Route[] => [
  list(services),
  exportDetections(services),
  show(services),
];
