import { describe, expect, it } from 'vitest';
import { timersProjection } from '../../../projections/timers/projection.ts';
import { rowsAfter } from '../../support/fold-projection.ts';
import { secondsIn } from '../../support/recorded-history.ts';
import { timerCancelled, timerFired, timerSet } from '../../support/sample-events.ts';

describe('the list of timers', () => {
  it('is due the given duration after a timer was recorded', () => {
    expect(rowsAfter(timersProjection, timerSet('a', { afterMs: 4000 })).get('a')).toEqual({
      timerId: 'a',
      purpose: 'review',
      about: 'query-a',
      dueAt: secondsIn(5),
      setAt: secondsIn(1),
    });
  });

  it('is due at the given instant', () => {
    const at = '2030-01-01T00:00:00.000Z';
    expect(rowsAfter(timersProjection, timerSet('a', { at })).get('a')?.dueAt).toBe(at);
  });

  it('drops timers that have fired or were cancelled', () => {
    const due = { afterMs: 1 };
    const rows = rowsAfter(
      timersProjection,
      timerSet('fired', due),
      timerSet('cancelled', due),
      timerSet('waiting', due),
      timerFired('fired'),
      timerCancelled('cancelled'),
    );
    expect([...rows.keys()]).toEqual(['waiting']);
  });
});
