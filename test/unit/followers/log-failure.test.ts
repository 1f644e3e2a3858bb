import { expect, it } from 'vitest';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { logFailure } from '../../../followers/log-failure.ts';
import { type LogFields, silentLogger } from '../../../ports/logger.ts';

const logged = (error: unknown): readonly unknown[] => {
  const entries: unknown[] = [];
  const at = (level: string) => (fields: LogFields) => entries.push([level, fields]);
  logFailure(
    { ...silentLogger, warn: at('warn'), error: at('error') },
    { follower: 'f' },
    error,
    'It failed.',
  );
  return entries;
};

it('logs an outage as one warning without frames', () => {
  const away = new Failure(failure('unavailable', 'The database cannot be reached.'));
  expect(logged(away)).toEqual([
    ['warn', { follower: 'f', error: expect.stringContaining('cannot be reached') }],
  ]);
});

it('logs any other failure as an error with its frames', () => {
  expect(logged(new TypeError('x is undefined'))).toEqual([
    ['error', { follower: 'f', error: expect.any(String), frames: expect.any(Array) }],
  ]);
});
