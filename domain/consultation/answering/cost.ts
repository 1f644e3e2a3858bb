/** US dollars for a million tokens. */
export type TokenPrice = { readonly prompt: number; readonly completion: number };

/** Tokens that a model has read and written. */
type TokenCounts = { readonly promptTokens: number; readonly completionTokens: number };

const MILLION = 1_000_000;

/** What a call cost, in US dollars. */
export const costOf = ({ promptTokens, completionTokens }: TokenCounts, price: TokenPrice): number =>
  (promptTokens * price.prompt + completionTokens * price.completion) / MILLION;

/**
 * What a model asked for an answer of at most this many tokens can cost, in US dollars; undefined where no price is
 * known.
 */
export const maxCostOf = (
  { promptTokens, maxTokens }: { readonly promptTokens: number; readonly maxTokens: number },
  price: TokenPrice | undefined,
): number | undefined => price && costOf({ promptTokens, completionTokens: maxTokens }, price);
