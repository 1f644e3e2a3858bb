/** US dollars per million tokens. */
export type TokenPrice = { readonly prompt: number; readonly completion: number };

/** Tokens read and written by a model. */
type TokenCounts = { readonly promptTokens: number; readonly completionTokens: number };

const MILLION = 1_000_000;

/** Returns the cost of a call in US dollars. */
export const costOf = ({ promptTokens, completionTokens }: TokenCounts, price: TokenPrice): number =>
  (promptTokens * price.prompt + completionTokens * price.completion) / MILLION;

/**
 * Returns the maximum cost of a call in US dollars, for an answer of at most `maxTokens`; undefined if the price is
 * unknown.
 */
export const maxCostOf = (
  { promptTokens, maxTokens }: { readonly promptTokens: number; readonly maxTokens: number },
  price: TokenPrice | undefined,
): number | undefined => price && costOf({ promptTokens, completionTokens: maxTokens }, price);
