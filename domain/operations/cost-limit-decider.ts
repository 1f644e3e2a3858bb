import type { Decider } from '../kernel/decider.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { ok } from '../kernel/result.ts';
import type { CostEvent } from './cost-events.ts';

/** The one stream that shows when a limit of costs was reached. */
export const costsStream = streamIdOf('operations', 'costs');

export type CostLimitCommand = { readonly type: 'RecordCostLimitReached' } & CostEvent['data'];

/** The month and the limit of which it was said last. */
type CostLimitState = { readonly month?: string; readonly limitUsd?: number };

/** Every node sees that a limit is reached: it is said once for each month, and once more for each higher limit. */
export const costLimitDecider: Decider<CostLimitCommand, CostEvent, CostLimitState> = {
  initialState: {},
  decide: ({ type: _, ...data }, { month = '', limitUsd = -1 }) => {
    const isNews = data.month > month || (data.month === month && data.limitUsd > limitUsd);
    return ok(isNews ? [{ type: 'CostLimitReached', data }] : []);
  },
  evolve: (_, { data: { month, limitUsd } }) => ({ month, limitUsd }),
};
