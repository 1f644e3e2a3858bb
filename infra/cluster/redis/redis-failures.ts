import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** What the server said by its first word (`OOM`, `READONLY`, `WRONGPASS`): the rest may hold what it was sent. */
export const wordOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return /^[A-Z]{2,20}(?= )/.exec(message)?.[0] ?? 'away';
};

/** What a server says that answers and reads, and takes no writes: it is full, a replica, or cannot save. */
const noWrites: ReadonlySet<string> = new Set(['OOM', 'READONLY', 'MISCONF', 'NOREPLICAS']);

/** Whether it answers and reads, and takes no writes. */
export const takesNoWrites = (error: unknown): boolean => noWrites.has(wordOf(error));

/** An error of the client carries the command that failed, with what was to be stored: it ends here. */
export const redisFailure = (error: unknown): Failure =>
  new Failure(
    failure('unavailable', `Redis did not do what it was asked (${wordOf(error)}).`, {
      component: 'redis',
      details: { retryable: true },
    }),
  );

export const NOT_TRUSTED =
  'Redis is not connected: its certificate is not trusted here, has ended or is for another name. REDIS_CA_FILE names the authority of your own.';

export const notConnected = (isCertificate: boolean): Failure =>
  new Failure(
    failure('unavailable', isCertificate ? NOT_TRUSTED : 'Redis is not connected.', {
      component: 'redis',
      details: { refused: 'not_connected', retryable: false },
    }),
  );
