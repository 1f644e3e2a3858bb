import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordCostLimit } from '../../../../../consumers/cost-watch/record-cost-limit.ts';
import { effectiveSettings } from '../../../../../domain/operations/consultation-settings.ts';
import { costsStream } from '../../../../../domain/operations/cost-limit-decider.ts';
import { systemClock } from '../../../../../infra/installation/system-clock.ts';
import { followCosts } from '../../../../../infra/observability/costs/follow-costs.ts';
import type { CostLedger } from '../../../../../ports/cost-ledger.ts';
import { type Logger, silentLogger } from '../../../../../ports/logger.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { embedded } from '../../../../support/databases.ts';
import { type LogHarness, openLogHarness, until } from '../../../../support/log-harness.ts';
import { type StreamEvent, uuidOf } from '../../../../support/recorded-history.ts';
import { modelCallEnded, modelCalled } from '../../../../support/sample-events.ts';

let log: LogHarness;
let stopped: AbortController;
let warnings: object[];
beforeEach(async () => {
  log = await openLogHarness(embedded);
  stopped = new AbortController();
  warnings = [];
});
afterEach(async () => {
  stopped.abort();
  await log.dispose();
});

const logger: Logger = { ...silentLogger, warn: (about) => void warnings.push(about) };
const follow = (
  limit: number | undefined,
  now = systemClock.now,
  onLimit: Parameters<typeof followCosts>[0]['onLimit'] = (reached) => recordCostLimit(reached, log),
): Promise<CostLedger> =>
  followCosts(
    {
      eventStore: log.eventStore,
      settings: {
        current: () => effectiveSettings({}, limit === undefined ? {} : { monthlyCostLimitUsd: limit }),
      },
      clock: { ...systemClock, now },
      logger,
      metrics: silentMetrics,
      onLimit,
    },
    stopped.signal,
  );
const append = async (...sampled: readonly StreamEvent[]): Promise<void> => {
  for (const { streamId, event } of sampled)
    await log.eventStore.append(
      streamId,
      [
        {
          ...event,
          id: log.identity.newId(),
          metadata: {
            correlationId: 'c',
            causationId: 'c',
            actor: { id: 'system:query-orchestrator', role: 'service', onBehalfOf: 'alice' },
            phi: false,
            subject: `query:${streamId}`,
          },
        },
      ],
      'any',
    );
};
const [one, other, third] = [uuidOf(1), uuidOf(2), uuidOf(3)];

const call = (queryId: string, attempt = 1) => ({ queryId, attempt });

describe('the costs of the month', () => {
  test('include those in the log, of this node and of others, before and after the start', async () => {
    await append(modelCalled(one), modelCallEnded(one), modelCalled(other));
    const costs = await follow(undefined);
    expect(costs.spentThisMonth()).toBeCloseTo(1.25, 10);
    await append(modelCallEnded(other, { costUsd: 0.5 }), modelCalled(third, { mostUsd: 0.1 }));
    await until('the third call counts', () => Math.abs(costs.spentThisMonth() - 0.85) < 1e-9);
    expect(costs.reserve(call(one), 1_000_000)).toBeDefined();
  });

  test('stop any call beyond the limit, which the log says once', async () => {
    const costs = await follow(2);
    expect(costs.mayCall()).toBe(true);
    const whole = costs.reserve(call(one), 2);
    expect(whole).toBeDefined();
    whole?.release();
    expect(costs.reserve(call(one), 2.01)).toBeUndefined();
    // A call of unknown price may cost anything.
    expect(costs.reserve(call(one), Number.POSITIVE_INFINITY)).toBeUndefined();
    await append(modelCalled(one), modelCalled(other), modelCalled(third));
    await until('three calls count', () => costs.spentThisMonth() === 3);
    expect(costs.mayCall()).toBe(false);
    expect(warnings).toHaveLength(1);
    const recorded = async () => (await log.eventStore.readStreamPage(costsStream)).events;
    await until('the reached limit is recorded', async () => (await recorded()).length > 0);
    expect(await recorded()).toMatchObject([{ type: 'CostLimitReached', data: { limitUsd: 2 } }]);
    await append(modelCallEnded(one), modelCallEnded(other), modelCallEnded(third));
    await until('all calls have ended', () => costs.spentThisMonth() === 0.75);
    expect(costs.reserve(call(one, 2), 1.25)).toBeDefined();
  });

  test('stay within the limit for concurrent calls', async () => {
    const costs = await follow(2);
    const calls = Array.from({ length: 50 }, (_, at) => costs.reserve(call(uuidOf(at + 1)), 1));
    expect(calls.filter((reservation) => reservation !== undefined)).toHaveLength(2);
    expect(costs.mayCall()).toBe(false);
    // The first call was not made after all; the other is in the log, so it counts once.
    calls[0]?.release();
    await append(modelCalled(other));
    await until('the other call is recorded', () => costs.spentThisMonth() === 1);
    expect(costs.reserve(call(third), 1.01)).toBeUndefined();
    expect(costs.reserve(call(third), 1)).toBeDefined();
  });

  test.each([
    [
      'is thrown',
      () => {
        throw new Error('away');
      },
    ],
    ['is rejected', () => Promise.reject(new Error('away'))],
  ])('are tracked although recording the reached limit fails: its error %s', async (_, onLimit) => {
    await append(modelCalled(one));
    const costs = await follow(0.5, systemClock.now, onLimit);
    await until('the failure is logged', () => warnings.length === 2);
    await append(modelCallEnded(one));
    await until('the end of the call counts', () => costs.spentThisMonth() === 0.25);
    expect(costs.mayCall()).toBe(true);
  });

  test('restart with the month', async () => {
    await append(modelCalled(one));
    const costs = await follow(0.5, () => '2199-01-01T00:00:00.000Z');
    expect(costs.spentThisMonth()).toBe(0);
    expect(costs.mayCall()).toBe(true);
  });
});
