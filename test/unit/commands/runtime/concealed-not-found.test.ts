import { expect, it } from 'vitest';
import { concealedNotFound, isConcealedNotFound } from '../../../../commands/runtime/concealed-not-found.ts';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';

it('logs that a resource belongs to another user, but reports it to the caller as missing', () => {
  const reason = failure('not_found', 'There is no such query.');
  expect([isConcealedNotFound(concealedNotFound(reason)), isConcealedNotFound(new Failure(reason))]).toEqual([
    true,
    false,
  ]);
  expect(concealedNotFound(reason).reason).toEqual(new Failure(reason).reason);
});
