import type { ModelCallRow } from './entity.ts';

/** The total cost of calls in US dollars. */
export type CostSum = {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costUsd: number;
};
type UserCosts = CostSum & { readonly user: string };
type ModelCosts = CostSum & { readonly model: string; readonly where: 'local' | 'cloud' };

/** The costs of a month: in total, by asker and by model, highest first. */
export type MonthCosts = CostSum & {
  /**
   * Calls whose outcome is unknown, for example because the node was killed; `costUsd` includes their maximum
   * possible cost.
   */
  readonly open: { readonly calls: number; readonly costUsd: number };
  readonly users: readonly UserCosts[];
  readonly models: readonly ModelCosts[];
};

type Counted = Pick<ModelCallRow, 'promptTokens' | 'completionTokens' | 'costUsd'>;
const nothing: CostSum = { calls: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 };

const plus = (sum: CostSum, { promptTokens, completionTokens, costUsd }: Counted): CostSum => ({
  calls: sum.calls + 1,
  promptTokens: sum.promptTokens + promptTokens,
  completionTokens: sum.completionTokens + completionTokens,
  costUsd: sum.costUsd + costUsd,
});

/** A millionth of a dollar is less than the cost of a token; anything smaller is rounding error. */
const rounded = <Sum extends { readonly costUsd: number }>(sum: Sum): Sum => ({
  ...sum,
  costUsd: Math.round(sum.costUsd * 1e6) / 1e6,
});

const dearestFirst = <Group extends CostSum>(groups: Iterable<Group>): readonly Group[] =>
  [...groups].map(rounded).sort((one, other) => other.costUsd - one.costUsd || other.calls - one.calls);

/** Adds up calls, which may arrive in batches. */
export const createCostSum = () => {
  let whole = nothing;
  let open = { calls: 0, costUsd: 0 };
  const users = new Map<string, UserCosts>();
  const models = new Map<string, ModelCosts>();
  return {
    add: (calls: readonly ModelCallRow[]): void => {
      for (const call of calls) {
        const { person: user, model, place: where } = call;
        whole = plus(whole, call);
        if (!call.ended) open = { calls: open.calls + 1, costUsd: open.costUsd + call.costUsd };
        users.set(user, { user, ...plus(users.get(user) ?? nothing, call) });
        const key = `${where} ${model}`;
        models.set(key, { model, where, ...plus(models.get(key) ?? nothing, call) });
      }
    },
    sum: (): MonthCosts => ({
      ...rounded(whole),
      open: rounded(open),
      users: dearestFirst(users.values()),
      models: dearestFirst(models.values()),
    }),
  };
};
