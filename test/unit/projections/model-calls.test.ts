import { describe, expect, it } from 'vitest';
import { modelCallsProjection } from '../../../projections/model-calls/projection.ts';
import { createCostSum } from '../../../projections/model-calls/sum-costs.ts';
import { rowsAfter } from '../../support/fold-projection.ts';
import { uuidOf } from '../../support/recorded-history.ts';
import { modelCallEnded, modelCalled } from '../../support/sample-events.ts';

const [one, other] = [uuidOf(1), uuidOf(2)];
const sumOf = (...history: Parameters<typeof rowsAfter>[1][]) => {
  const costs = createCostSum();
  costs.add([...rowsAfter(modelCallsProjection, ...history).values()]);
  return costs.sum();
};

describe('model calls', () => {
  it('count at their maximum cost until the actual cost is known', () => {
    expect(sumOf(modelCalled(one))).toMatchObject({
      calls: 1,
      costUsd: 1,
      promptTokens: 0,
      open: { calls: 1, costUsd: 1 },
    });
    expect(sumOf(modelCalled(one), modelCallEnded(one))).toMatchObject({
      calls: 1,
      costUsd: 0.25,
      promptTokens: 3000,
      completionTokens: 200,
      open: { calls: 0, costUsd: 0 },
    });
  });

  it('are added up by user and by model, the most expensive first', () => {
    const { users, models } = sumOf(
      modelCalled(one),
      modelCallEnded(one),
      modelCalled(one, { attempt: 2, model: 'llama3.1:8b', where: 'local', mostUsd: 0 }),
      modelCallEnded(one, { attempt: 2, costUsd: 0 }),
      modelCalled(other),
      modelCallEnded(other, { costUsd: 0.5 }),
    );
    expect(users).toEqual([
      { user: 'dr-house', calls: 3, promptTokens: 9000, completionTokens: 600, costUsd: 0.75 },
    ]);
    expect(models).toMatchObject([
      { model: 'gpt-4.1', where: 'cloud', calls: 2, costUsd: 0.75 },
      { model: 'llama3.1:8b', where: 'local', calls: 1, costUsd: 0 },
    ]);
  });

  it('are stored without any text', () => {
    const rows = rowsAfter(modelCallsProjection, modelCalled(one), modelCallEnded(one));
    expect(JSON.stringify([...rows.values()])).not.toMatch(/epinephrine|0\.3/i);
  });
});
