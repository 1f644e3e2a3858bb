import { modelInUse } from '../../commands/lookups/model-in-use.ts';
import { loadState } from '../../commands/runtime/execute-decider.ts';
import {
  embeddingModelDecider,
  embeddingModelStream,
} from '../../domain/operations/embedding-model-decider.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { embeddingRepresentation } from '../representations/operations-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

/** The embedding model in use, the selectable ones, and the progress of a change. */
export const embeddingRoute = ({ commandServices, embeddingModels }: HttpApiServices): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/embedding',
    access: 'projections:read',
    tag: 'Operations',
    operationId: 'getEmbedding',
    summary: 'The embedding model in use, those that can be chosen, and the progress of a change.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: embeddingRepresentation,
    handle: async () => {
      const [configured] = embeddingModels;
      const { state } = await loadState(commandServices, embeddingModelDecider, embeddingModelStream);
      const { pending, former, failure } = state;
      return answerData({
        inUse: configured ? await modelInUse(commandServices, configured) : null,
        available: embeddingModels.map(({ name, dimensions }) => ({ name, dimensions })),
        change: pending
          ? { ...pending, progress: pending.progress ?? { done: 0, total: 0, withheld: 0 } }
          : null,
        former: former ?? null,
        failure: failure ?? null,
      });
    },
  });
