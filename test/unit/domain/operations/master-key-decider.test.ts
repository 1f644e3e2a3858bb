import { expect, it } from 'vitest';
import { unwrap } from '../../../../domain/kernel/failure.ts';
import { type MasterKeyCommand, masterKeyDecider } from '../../../../domain/operations/master-key-decider.ts';

const { decide, evolve, initialState } = masterKeyDecider;
const rotation: MasterKeyCommand = {
  type: 'RecordRotation',
  from: '0123456789abcdef',
  to: 'fedcba9876543210',
  keys: 3,
  damaged: 0,
  startedAt: '2026-11-29T10:00:00.000Z',
};
const eventsAfter = (...commands: readonly MasterKeyCommand[]) => {
  let state = initialState;
  return commands.flatMap((command) => {
    const events = unwrap(decide(command, state));
    state = events.reduce(evolve, state);
    return events;
  });
};

it('a rotation of the master key is recorded once, also when the record is repeated', () => {
  const { type: _, ...data } = rotation;
  expect(eventsAfter(rotation, rotation)).toEqual([{ type: 'MasterKeyRotated', data }]);
});

it('a rotation back and forth is recorded each time', () => {
  const [from, to] = [rotation.to, rotation.from];
  const back = { ...rotation, from, to, startedAt: '2026-11-29T11:00:00.000Z' };
  const again = { ...rotation, startedAt: '2026-11-29T12:00:00.000Z' };
  expect(eventsAfter(rotation, back, again)).toHaveLength(3);
});
