import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** The error code of a response, its first word (`OOM`, `READONLY`, `WRONGPASS`): the rest may repeat what was sent. */
export const errorCodeOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return /^[A-Z]{2,20}(?= )/.exec(message)?.[0] ?? 'away';
};

/** Error codes of a server that accepts reads but no writes: it is full, a replica, or cannot save. */
const noWrites: ReadonlySet<string> = new Set(['OOM', 'READONLY', 'MISCONF', 'NOREPLICAS']);

/** Whether an error shows that the server accepts reads but no writes. */
export const isReadOnlyError = (error: unknown): boolean => noWrites.has(errorCodeOf(error));

/** Converts an error of the client, which carries the failed command with its values: it must not propagate. */
export const redisFailure = (error: unknown): Failure =>
  new Failure(
    failure('unavailable', `A command to Redis failed (${errorCodeOf(error)}).`, {
      component: 'redis',
      details: { retryable: true },
    }),
  );

export const NOT_TRUSTED =
  'Redis is not connected: its certificate is not trusted here, has expired or is for another name. Set REDIS_CA_FILE to your own certificate authority.';

export const notConnected = (isCertificate: boolean): Failure =>
  new Failure(
    failure('unavailable', isCertificate ? NOT_TRUSTED : 'Redis is not connected.', {
      component: 'redis',
      details: { refused: 'not_connected', retryable: false },
    }),
  );
