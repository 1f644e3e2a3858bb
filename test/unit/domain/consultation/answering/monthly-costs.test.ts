import { describe, expect, test } from 'vitest';
import { costOf, mostCostOf } from '../../../../../domain/consultation/answering/cost.ts';
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

describe('what a call costs', () => {
  const price = { prompt: 2, completion: 8 };

  test('is what was read and what was written, each at its price for a million tokens', () => {
    expect(costOf({ promptTokens: 3000, completionTokens: 500 }, price)).toBeCloseTo(0.01, 10);
  });

  test('is at most that of an answer as long as it may be, and not known without a price', () => {
    expect(mostCostOf({ promptTokens: 3000, maxTokens: 2000 }, price)).toBeCloseTo(0.022, 10);
    expect(mostCostOf({ promptTokens: 3000, maxTokens: 2000 }, undefined)).toBeUndefined();
  });
});

describe('what a month has cost', () => {
  test('is what its calls cost', () => {
    const costs = costsAfter(called('a', november), ended('a', 0.25), called('b', november), ended('b', 0.5));
    expect(spentIn(costs, '2026-11')).toBeCloseTo(0.75, 10);
  });

  test('counts a call without an end, or without a known cost, for the most that it can cost', () => {
    expect(spentIn(costsAfter(called('a', november, 0.4)), '2026-11')).toBeCloseTo(0.4, 10);
    expect(spentIn(costsAfter(called('a', november, 0.4), ended('a')), '2026-11')).toBeCloseTo(0.4, 10);
  });

  test('counts a duplicate end once, and the end of an unknown call not at all', () => {
    const costs = costsAfter(called('a', november), ended('a', 0.25), ended('a', 0.25), ended('other', 9));
    expect(spentIn(costs, '2026-11')).toBeCloseTo(0.25, 10);
  });

  test('starts again each month, and carries no call into the next', () => {
    const costs = costsAfter(called('a', november), called('b', december, 0.5), ended('a', 0.25));
    expect(spentIn(costs, '2026-12')).toBeCloseTo(0.5, 10);
    expect(spentIn(costsAfter(called('a', november)), '2026-12')).toBe(0);
    expect(spentIn(costsAfter(called('b', december, 0.5), called('late', november)), '2026-12')).toBeCloseTo(
      0.5,
      10,
    );
  });
});
