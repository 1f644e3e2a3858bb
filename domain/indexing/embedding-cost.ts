/** What an embedding event says of its price. */
type Priced = { readonly cost: number; readonly costUnknown?: true | undefined };

/** Sums of prices are kept to a billionth of a dollar, which is less than one token costs. */
const PARTS_OF_A_DOLLAR = 1e9;

/** US dollars after some more chunks were embedded; null once the price of any is not known. */
export const costAfter = (costUsd: number | null, { cost, costUnknown }: Priced): number | null =>
  costUsd === null || costUnknown === true
    ? null
    : Math.round((costUsd + cost) * PARTS_OF_A_DOLLAR) / PARTS_OF_A_DOLLAR;
