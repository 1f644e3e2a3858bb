import type { Decider } from '../kernel/decider.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { ok } from '../kernel/result.ts';
import type { CostEvent } from './cost-events.ts';

/** The one stream that records when a cost limit was reached. */
export const costsStream = streamIdOf('operations', 'costs');

export type CostLimitCommand = { readonly type: 'RecordCostLimitReached' } & CostEvent['data'];

/** The month and the limit last recorded as reached. */
type CostLimitState = { readonly month?: string; readonly limitUsd?: number };

/** Every node notices a reached limit: it is recorded once per month, and again for each higher limit. */
export const costLimitDecider: Decider<CostLimitCommand, CostEvent, CostLimitState> = {
  initialState: {},
  decide: ({ type: _, ...data }, { month = '', limitUsd = -1 }) => {
    const isNews = data.month > month || (data.month === month && data.limitUsd > limitUsd);
    return ok(isNews ? [{ type: 'CostLimitReached', data }] : []);
  },
  evolve: (_, { data: { month, limitUsd } }) => ({ month, limitUsd }),
};
