import { expect, it } from 'vitest';
import { isNotTheirs, notTheirs } from '../../../../commands/runtime/not-theirs.ts';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';

it('tells what belongs to somebody else from what is not there, and the caller nothing', () => {
  const reason = failure('not_found', 'There is no such query.');
  expect([isNotTheirs(notTheirs(reason)), isNotTheirs(new Failure(reason))]).toEqual([true, false]);
  expect(notTheirs(reason).reason).toEqual(new Failure(reason).reason);
});
