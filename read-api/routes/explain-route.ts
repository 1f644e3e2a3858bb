import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import type { Explanation } from '../../domain/audit/explanation/explanation.ts';
import { describeError } from '../../domain/kernel/describe-error.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { RerunAnswer } from '../../ports/answer-rerun.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import { type CheckedEvidence, checkEvidence } from '../explain/check-evidence.ts';
import { compareTexts, type Difference } from '../explain/compare-texts.ts';
import { readExplanation } from '../explain/read-explanation.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { explanationRepresentation } from '../representations/explanation-representation.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route, type RouteRequest } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { found } from './not-found.ts';
import { openReadModel } from './open-read-model.ts';

type Needs = Pick<
  HttpApiServices,
  'readModels' | 'eventStore' | 'identity' | 'hasher' | 'logger' | 'answerRerun'
>;

type Rerun = RerunAnswer & { readonly isSame: boolean; readonly difference: readonly Difference[] };

/**
 * The current state of the evidence. If the index is unavailable, the rest of the explanation still comes from the
 * log.
 */
const evidenceOf = async (
  { ending }: Explanation,
  after: number | undefined,
  request: RouteRequest,
  { readModels, hasher, logger }: Needs,
): Promise<readonly CheckedEvidence[] | null> => {
  if (ending?.status !== 'answered') return [];
  if (ending.erased) return null;
  if (ending.citations.length === 0) return [];
  try {
    const view = await openReadModel(readModels, SEARCH_PROJECTION, after, request);
    return await checkEvidence(ending.citations, view, hasher);
  } catch (error) {
    logger.warn(
      { error: describeError(error).message },
      'The evidence of an answer could not be looked up in the index.',
    );
    return null;
  }
};

/** The recomposed answer compared with the original; null if not requested. */
const rerunOf = async (
  { queryId, ending }: Explanation,
  wanted: 'true' | 'model' | undefined,
  { signal }: RouteRequest,
  { answerRerun }: Needs,
): Promise<Rerun | null> => {
  if (wanted === undefined || ending?.status !== 'answered') return null;
  if (ending.erased)
    throw new Failure(
      failure('rule_violated', 'The answer has been erased: it cannot be composed again and compared.', {
        details: { reason: 'erased' },
      }),
    );
  const rerun = await answerRerun.rerun(queryId, { callModel: wanted === 'model', signal });
  return {
    ...rerun,
    isSame: rerun.answer === ending.answer,
    difference: compareTexts(ending.answer, rerun.answer),
  };
};

/** Explains an answer from the log alone; the index only shows whether the evidence still exists. */
export const explainRoute = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/audit/queries/:id/explain',
    access: 'audit:read',
    tag: 'Audit',
    operationId: 'explainQuery',
    summary:
      'How a question came to its answer: the question, detections, searches, evidence and model, answer, checks, struck sentences and readers. Access is recorded.',
    ownership: 'oversight',
    discloses: ['AuditTrailRead'],
    params: z.strictObject({ id: uuidSchema }),
    query: z.strictObject({
      ...readFields,
      rerun: z.enum(['true', 'model']).optional().meta({
        description:
          "Composes the answer again from the same evidence and shows the difference: excerpts are recomposed, a model's text is rechecked. With `model`, the local model is called again with the recorded prompt; a cloud model is not, because that would cost money.",
      }),
    }),
    body: none,
    response: explanationRepresentation,
    handle: async ({ params: { id }, query }, request) => {
      const read = found(await readExplanation(id, services.eventStore), 'query');
      const { explanation, subjects, unreadable, moreReadings } = read;
      const rerun = await rerunOf(explanation, query.rerun, request, services);
      const evidence = await evidenceOf(explanation, query.after, request, services);
      return answerData(
        { ...explanation, moreReadings, unreadableEvents: unreadable, evidence, rerun },
        {
          beforeDelivery: () =>
            recordAccess(
              request.caller,
              {
                what: {
                  type: 'AuditTrailRead',
                  data: {
                    kind: 'explanation',
                    parameters: { queryId: id, ...omitUndefined({ rerun: query.rerun }) },
                  },
                },
                subjects: [`query:${id}`, ...subjects],
                phi: explanation.rounds.some(({ screened }) => screened?.detected === true),
              },
              services,
            ),
        },
      );
    },
  });
