import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../../domain/kernel/failure.ts';
import { alertOf } from '../../../../domain/operations/alert-of.ts';
import { costLimitDecider } from '../../../../domain/operations/cost-limit-decider.ts';

const reached = { type: 'RecordCostLimitReached', month: '2026-11', spentUsd: 200.5, limitUsd: 200 } as const;
const { decide, evolve, initialState } = costLimitDecider;
const eventsAfter = (...commands: readonly Parameters<typeof decide>[0][]) => {
  let state = initialState;
  return commands.flatMap((command) => {
    const events = unwrap(decide(command, state));
    state = events.reduce(evolve, state);
    return events;
  });
};

describe('reaching the cost limit', () => {
  test('is recorded once a month for all nodes', () => {
    expect(eventsAfter(reached, { ...reached, spentUsd: 201 })).toEqual([
      { type: 'CostLimitReached', data: { month: '2026-11', spentUsd: 200.5, limitUsd: 200 } },
    ]);
  });

  test('is recorded again for a higher limit and for the next month, and not for a past month', () => {
    const higher = { ...reached, limitUsd: 300, spentUsd: 300 };
    const next = { ...reached, month: '2026-12' };
    expect(eventsAfter(reached, higher, { ...reached, limitUsd: 100 }, next, higher)).toHaveLength(3);
  });

  test('is reported to operators with its consequence', () => {
    const [event] = eventsAfter(reached);
    expect(event && alertOf(event)).toMatchObject({
      kind: 'cost_limit',
      severity: 'warning',
      text: expect.stringContaining('200.50 of 200.00 US dollars'),
    });
  });
});
