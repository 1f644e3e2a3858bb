import { expect, it } from 'vitest';
import { Failure, failure } from '../../../../../domain/kernel/failure.ts';
import { redisServer } from '../../../../../infra/observability/doctor/checks/redis.ts';

const findingsOf = async (probeRedis?: () => Promise<void>) =>
  Array.fromAsync(
    redisServer({ probeRedis }).run({ deep: false, repair: false, grace: 0 }, AbortSignal.any([])),
  );

it('the doctor reports that Redis answers, or the variables to check, and nothing without one', async () => {
  expect(await findingsOf()).toEqual([]);
  expect(await findingsOf(async () => {})).toMatchObject([{ severity: 'ok', message: 'Redis responds.' }]);
  const away = async (): Promise<void> => {
    throw new Failure(failure('unavailable', 'Redis is not connected.'));
  };
  expect(await findingsOf(away)).toMatchObject([
    {
      severity: 'warning',
      message: 'Redis is not connected.',
      advice: expect.stringContaining('REDIS_URL'),
    },
  ]);
});
