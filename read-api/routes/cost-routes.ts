import { z } from 'zod';
import { monthOf } from '../../domain/consultation/answering/monthly-costs.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { getMonthCosts } from '../../projections/model-calls/get-month-costs.ts';
import { modelCallsProjection } from '../../projections/model-calls/projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { costsRepresentation } from '../representations/costs-representation.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'settings' | 'clock'>;

const monthText = z
  .string()
  .regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, 'must be a month, e.g. 2026-11')
  .meta({ description: 'Calendar month in UTC, e.g. 2026-11; default: the current one.' });

/** The cost of answers. */
export const costRoutes = ({ readModels, settings, clock }: Needs): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/admin/costs',
    access: 'costs:read',
    tag: 'Operations',
    operationId: 'getCosts',
    summary: 'The cost of language models in a month: in total, by asker and by model.',
    ownership: 'metadata',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({ ...readFields, month: monthText.optional() }),
    body: none,
    response: costsRepresentation,
    handle: async ({ query }, request) => {
      const view = await openReadModel(readModels, modelCallsProjection.name, query.after, request);
      const costs = await getMonthCosts(view, query.month ?? monthOf(clock.now()));
      const { monthlyCostLimitUsd: limitUsd } = settings.current();
      return answerData({ ...costs, ...omitUndefined({ limitUsd }) }, { metadata: metadataOf(view) });
    },
  }),
];
