import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../../domain/kernel/failure.ts';
import { alertOf } from '../../../../domain/operations/alert-of.ts';
import { logLossDecider } from '../../../../domain/operations/log-loss-decider.ts';

const at = '2026-11-29T10:00:00.000Z';
const found = { type: 'RecordLogEventsLost', keptTo: 95, lostTo: 100, node: 'one:1', at } as const;
const { decide, evolve, initialState } = logLossDecider;
const eventsAfter = (...commands: readonly Parameters<typeof decide>[0][]) => {
  let state = initialState;
  return commands.flatMap((command) => {
    const events = unwrap(decide(command, state));
    state = events.reduce(evolve, state);
    return events;
  });
};

describe('a loss of events', () => {
  test('is recorded once, even if other nodes had read less or know its start less exactly', () => {
    expect(
      eventsAfter(found, { ...found, node: 'two:1' }, { ...found, lostTo: 98 }, { ...found, keptTo: 90 }),
    ).toEqual([{ type: 'LogEventsLost', data: { keptTo: 95, lostTo: 100, node: 'one:1', at } }]);
  });

  test('is recorded again by a node that had read further, and after a later failover', () => {
    const further = { ...found, lostTo: 104, node: 'two:1' };
    const later = { ...found, keptTo: 97, lostTo: 99 };
    expect(eventsAfter(found, further, later)).toHaveLength(3);
  });

  test('alerts operators with the positions and the chapter to read', () => {
    const [event] = eventsAfter(found);
    expect(event && alertOf(event)).toMatchObject({
      kind: 'log_lost',
      severity: 'critical',
      text: expect.stringMatching(/positions 96 to 100.*docs\/runbook\.md/),
    });
  });
});
