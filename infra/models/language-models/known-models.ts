import type { ModelPrice } from '../../../ports/language-model.ts';

/** Facts about a model that OpenAI offers. */
type KnownModel = {
  /** Tokens of prompt and answer together. */
  readonly contextTokens: number;
  /** US dollars at list price, without discounts for cached prompts. */
  readonly usdPerMillionTokens: ModelPrice;
  /** Whether it accepts a temperature; reasoning models do not. */
  readonly takesTemperature: boolean;
};

const known = (
  contextTokens: number,
  prompt: number,
  completion: number,
  takesTemperature = true,
): KnownModel => ({
  contextTokens,
  usdPerMillionTokens: { prompt, completion },
  takesTemperature,
});

/** Context and prices: platform.openai.com/docs/models and /docs/pricing. Prices change; settings override them. */
const knownModels: ReadonlyMap<string, KnownModel> = new Map([
  ['gpt-4-turbo', known(128_000, 10, 30)],
  ['gpt-4o', known(128_000, 2.5, 10)],
  ['gpt-4o-mini', known(128_000, 0.15, 0.6)],
  ['gpt-4.1', known(1_047_576, 2, 8)],
  ['gpt-4.1-mini', known(1_047_576, 0.4, 1.6)],
  ['gpt-4.1-nano', known(1_047_576, 0.1, 0.4)],
  ['gpt-5', known(400_000, 1.25, 10, false)],
  ['gpt-5-mini', known(400_000, 0.25, 2, false)],
  ['gpt-5-nano', known(400_000, 0.05, 0.4, false)],
  ['o3', known(200_000, 2, 8, false)],
  ['o4-mini', known(200_000, 1.1, 4.4, false)],
]);

/** The date of a pinned model, which costs the same as the undated name: `gpt-4.1-2025-04-14`. */
const dated = /-\d{4}-\d{2}-\d{2}$/;

/** Returns the facts about an OpenAI model; undefined for any other name. */
export const knownModel = (name: string): KnownModel | undefined => knownModels.get(name.replace(dated, ''));
