import { describe, expect, it } from 'vitest';
import {
  afterOutcome,
  type ComponentHealthState,
  failsTooOften,
  initialHealth,
} from '../../../../domain/operations/component-health.ts';
import { isDegraded } from '../../../../domain/operations/degraded-mode.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

/** `.` for a success, `x` for a failure, a second apart. */
const outcomesOf = (outcomes: string, from = initialHealth('reranker', at(0))): ComponentHealthState =>
  [...outcomes].reduce(
    (state, outcome, index) =>
      afterOutcome(state, outcome === 'x' ? 'failed' : 'ok', at(index + 1), 'timeout'),
    from,
  );

describe('a component', () => {
  it('has failed after five failures in a row, and has recovered after two successes in a row', () => {
    expect(outcomesOf('xxxx')).toMatchObject({ state: 'well', against: 4, reason: 'timeout' });
    expect(outcomesOf('xxxx.xxxx').state).toBe('well');
    expect(outcomesOf('xxxxx')).toMatchObject({ state: 'failed', since: at(5), reason: 'timeout' });
    expect(outcomesOf('xxxxx.x.x').state).toBe('failed');
    const well = outcomesOf('xxxxx.x..');
    expect(well).toMatchObject({ state: 'well', since: at(9), lastOk: at(9) });
    expect(well).not.toHaveProperty('reason');
  });

  it('has a high failure rate above five percent, given enough calls to judge', () => {
    expect(failsTooOften(outcomesOf(`xx${'.'.repeat(17)}`))).toBe(false);
    expect(failsTooOften(outcomesOf(`xx${'.'.repeat(18)}`))).toBe(true);
    expect(failsTooOften(outcomesOf(`x${'.'.repeat(19)}`))).toBe(false);
    // Old failures expire.
    expect(failsTooOften(outcomesOf(`${'x.'.repeat(4)}${'.'.repeat(92)}${'.'.repeat(30)}`))).toBe(false);
    const anHourLater = afterOutcome(outcomesOf(`xx${'.'.repeat(18)}`), 'ok', at(2 * 3600));
    expect(anHourLater.recent).toEqual({ from: at(2 * 3600), calls: 1, failed: 0 });
  });
});

describe('degraded mode', () => {
  it('is entered when several critical components fail, and left when all have recovered', () => {
    expect(isDegraded(['cloud-model', 'reranker', 'embedding'], false)).toBe(false);
    expect(isDegraded(['cloud-model', 'knowledge-search'], false)).toBe(true);
    expect(isDegraded(['cloud-model', 'reranker'], true)).toBe(true);
    expect(isDegraded(['reranker'], true)).toBe(false);
  });
});
