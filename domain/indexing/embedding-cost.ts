/** What an event says of the price of embedding. */
type Price = { readonly cost: number; readonly costUnknown?: true };
type ReportedCost = { readonly [Member in keyof Price]?: Price[Member] | undefined };

/** Sums of prices are kept to a billionth of a dollar, which is less than one token costs. */
const PARTS_OF_A_DOLLAR = 1e9;

/** US dollars after some more chunks were embedded; null once the price of any is not known. */
export const costAfter = (costUsd: number | null, { cost = 0, costUnknown }: ReportedCost): number | null =>
  costUsd === null || costUnknown === true
    ? null
    : Math.round((costUsd + cost) * PARTS_OF_A_DOLLAR) / PARTS_OF_A_DOLLAR;

/** Two prices in US dollars together; null, which is an unknown one, makes the sum unknown. */
export const addCosts = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

/** A price as recorded in events. */
export const pricedAt = (costUsd: number | null): Price =>
  costUsd === null ? { cost: 0, costUnknown: true } : { cost: costUsd };
