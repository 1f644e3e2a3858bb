import { expect, it } from 'vitest';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { createPendingTimers } from '../../../projections/timers/pending-timers.ts';

const failingWith = (component: string) =>
  createPendingTimers({
    locate: async () => {
      throw new Failure(failure('timeout', 'It does not exist yet.', { component }));
    },
    open: async () => {
      throw new Error('not reached');
    },
  });

it('the list of pending timers is empty while its read model is being built, and hides no other failure', async () => {
  expect(await failingWith('timers').earliest(10, 0)).toEqual([]);
  await expect(failingWith('database').earliest(10, 0)).rejects.toMatchObject({
    reason: { code: 'timeout' },
  });
});
