import type { ModelUsage } from './model-usage.ts';
import type { DataOf, ModelCall } from './query-state.ts';

type Counted = Pick<DataOf<'ModelCallEnded'>, 'promptTokens' | 'completionTokens' | 'costUsd'>;

/** Returns the total usage of a query's calls, including the one that just ended. */
export const usageOf = (calls: readonly ModelCall[], last: Counted): ModelUsage => {
  const ends: readonly Counted[] = [...calls.flatMap(({ ended }) => (ended ? [ended] : [])), last];
  const sum = (values: readonly (number | undefined)[]): number =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const isPriced = ends.some(({ costUsd }) => costUsd !== undefined);
  return {
    calls: calls.length + 1,
    promptTokens: sum(ends.map(({ promptTokens }) => promptTokens)),
    completionTokens: sum(ends.map(({ completionTokens }) => completionTokens)),
    ...(isPriced ? { costUsd: sum(ends.map(({ costUsd }) => costUsd)) } : {}),
  };
};
