import { z } from 'zod';
import { toolCallsProjection } from '../../projections/tool-calls/projection.ts';
import { summarizeTools } from '../../projections/tool-calls/summarize-tools.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { toolFiguresRepresentation } from '../representations/tool-figures-representation.ts';
import { instantText, readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';

/** Figures about the calls of each tool, from the log: all nodes, also before their last start. */
export const toolFiguresRoute = ({ readModels }: Pick<HttpApiServices, 'readModels'>): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/tools/figures',
    access: 'query-log:read',
    tag: 'Operations',
    operationId: 'summarizeTools',
    summary: 'Calls, outcomes and latencies of each tool over the newest 10,000 calls of a window.',
    ownership: 'metadata',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({ ...readFields, from: instantText.optional(), to: instantText.optional() }),
    body: none,
    response: toolFiguresRepresentation,
    handle: async ({ query }, request) => {
      const view = await openReadModel(readModels, toolCallsProjection.name, query.after, request);
      return answerData(await summarizeTools(view, query), { metadata: metadataOf(view) });
    },
  });
