import { z } from 'zod';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { indexCheckRepresentation } from '../representations/index-health-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

/** Runs the known questions on the search index, for operators. */
export const indexCheckRoute = ({ indexChecker }: Pick<HttpApiServices, 'indexChecker'>): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/admin/projections/:name/check',
    access: 'doctor:run',
    tag: 'Operations',
    operationId: 'checkProjection',
    summary: 'Runs the known questions on the live search index, and on one that waits for a decision.',
    ownership: 'none',
    discloses: 'nothing',
    params: z.strictObject({ name: z.string().min(1).max(64) }),
    query: none,
    body: none,
    response: indexCheckRepresentation,
    handle: async ({ params: { name } }) => {
      if (name !== indexChecker.projection)
        throw new Failure(
          failure(
            'not_found',
            `Known questions exist only for ${indexChecker.projection}. Compare others with "npx anamnesis projections verify".`,
            { details: { available: [indexChecker.projection] } },
          ),
        );
      return answerData(await indexChecker.check());
    },
  });
