/** The cost of embedding as recorded in an event. */
type Price = { readonly cost: number; readonly costUnknown?: true };
type ReportedCost = { readonly [Member in keyof Price]?: Price[Member] | undefined };

/** Sums are rounded to a billionth of a dollar, which is less than the price of one token. */
const PARTS_OF_A_DOLLAR = 1e9;

/** The total in US dollars after more chunks were embedded; null when the price of any is unknown. */
export const costAfter = (costUsd: number | null, { cost = 0, costUnknown }: ReportedCost): number | null =>
  costUsd === null || costUnknown === true
    ? null
    : Math.round((costUsd + cost) * PARTS_OF_A_DOLLAR) / PARTS_OF_A_DOLLAR;

/** The sum of two prices in US dollars; null (unknown) if either is. */
export const addCosts = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

/** A price as recorded in events. */
export const pricedAt = (costUsd: number | null): Price =>
  costUsd === null ? { cost: 0, costUnknown: true } : { cost: costUsd };
