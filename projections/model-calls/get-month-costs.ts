import type { ReadModelView } from '../read-model-reader.ts';
import { modelCallEntity } from './entity.ts';
import { createCostSum, type MonthCosts } from './sum-costs.ts';

/** Calls that are read at once, about 30 ms: other work of this process waits no longer than that. */
const BATCH = 1000;
/** Calls of a month that are added up: a hundred a day of sixty people. */
const MAX_CALLS = 200_000;

/** The costs of a month, and whether they are of all its calls or of the first 200,000 alone. */
export type MonthCostsDto = MonthCosts & { readonly month: string; readonly complete: boolean };

/**
 * What the models of a calendar month (UTC, `2026-11`) have cost. Reads read model `model-calls`.
 */
export const getMonthCosts = async (
  view: ReadModelView,
  month: string,
  maximum = MAX_CALLS,
): Promise<MonthCostsDto> => {
  const costs = createCostSum();
  let after = 0;
  let read = 0;
  for (;;) {
    const limit = Math.min(BATCH, maximum + 1 - read);
    const rows = await view.entities.find(
      modelCallEntity,
      { month, calledPosition: { $gt: after } },
      { orderBy: { calledPosition: 'asc' }, limit, disableIdentityMap: true },
    );
    read += rows.length;
    const complete = read <= maximum;
    costs.add(complete ? rows : rows.slice(0, rows.length - 1));
    const last = rows.at(-1);
    if (!complete || last === undefined || rows.length < limit) return { ...costs.sum(), month, complete };
    after = last.calledPosition;
  }
};
