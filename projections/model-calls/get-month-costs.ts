import type { ReadModelView } from '../read-model-reader.ts';
import { modelCallEntity } from './entity.ts';
import { createCostSum, type MonthCosts } from './sum-costs.ts';

/** Calls read per query, about 30 ms, so that other work of this process does not wait longer. */
const BATCH = 1000;
/** The most calls of a month that are added up: about a hundred a day from each of sixty people. */
const MAX_CALLS = 200_000;

/** The costs of a month, and whether they cover all its calls or only the first 200,000. */
export type MonthCostsDto = MonthCosts & { readonly month: string; readonly complete: boolean };

/** The cost of language models in a calendar month (UTC, `2026-11`). Reads read model `model-calls`. */
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
