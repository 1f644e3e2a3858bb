import { describe, expect, test } from 'vitest';
import { costOf, maxCostOf } from '../../../../../domain/consultation/answering/cost.ts';
import {
  type CallCost,
  evolveMonthlyCosts,
  nothingSpent,
  spentIn,
} from '../../../../../domain/consultation/answering/monthly-costs.ts';

const costsAfter = (...events: readonly CallCost[]) => events.reduce(evolveMonthlyCosts, nothingSpent);
const called = (call: string, at: string, mostUsd = 1): CallCost => ({ kind: 'called', call, at, mostUsd });
const ended = (call: string, costUsd?: number): CallCost =>
  costUsd === undefined ? { kind: 'ended', call } : { kind: 'ended', call, costUsd };
const november = '2026-11-22T10:00:00.000Z';
const december = '2026-12-01T00:00:00.000Z';

describe('the cost of a model call', () => {
  const price = { prompt: 2, completion: 8 };

  test('is the sum of input and output tokens, each at its price per million', () => {
    expect(costOf({ promptTokens: 3000, completionTokens: 500 }, price)).toBeCloseTo(0.01, 10);
  });

  test('is at most that of an answer of maximal length, and unknown without a price', () => {
    expect(maxCostOf({ promptTokens: 3000, maxTokens: 2000 }, price)).toBeCloseTo(0.022, 10);
    expect(maxCostOf({ promptTokens: 3000, maxTokens: 2000 }, undefined)).toBeUndefined();
  });
});

describe('the cost of a month', () => {
  test('is the sum of its calls', () => {
    const costs = costsAfter(called('a', november), ended('a', 0.25), called('b', november), ended('b', 0.5));
    expect(spentIn(costs, '2026-11')).toBeCloseTo(0.75, 10);
  });

  test('counts a call without an end, or without a known cost, at its maximum', () => {
    expect(spentIn(costsAfter(called('a', november, 0.4)), '2026-11')).toBeCloseTo(0.4, 10);
    expect(spentIn(costsAfter(called('a', november, 0.4), ended('a')), '2026-11')).toBeCloseTo(0.4, 10);
  });

  test('counts a duplicate end once, and ignores the end of an unknown call', () => {
    const costs = costsAfter(called('a', november), ended('a', 0.25), ended('a', 0.25), ended('other', 9));
    expect(spentIn(costs, '2026-11')).toBeCloseTo(0.25, 10);
  });

  test('restarts each month, and carries no call over', () => {
    const costs = costsAfter(called('a', november), called('b', december, 0.5), ended('a', 0.25));
    expect(spentIn(costs, '2026-12')).toBeCloseTo(0.5, 10);
    expect(spentIn(costsAfter(called('a', november)), '2026-12')).toBe(0);
    expect(spentIn(costsAfter(called('b', december, 0.5), called('late', november)), '2026-12')).toBeCloseTo(
      0.5,
      10,
    );
  });
});
