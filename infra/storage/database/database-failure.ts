import { Failure, type FailureReason, failure } from '../../../domain/kernel/failure.ts';

/**
 * The server or the way to it is gone or going: SQLSTATE class 08, 57P01 to 57P05, too many connections, a session
 * ended for its time-out (25P03 to 25P05), and what Node.js says of sockets and names.
 */
const isLost =
  /^(?:08...|57P0[1-5]|53300|25P0[345]|ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN)$/;

/** Errors of the driver itself, which carry no code; the pool gives the second one when every connection is taken. */
const isLostText =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|after calling end on the pool/i;

const unavailable = (message: string, retryAfter: number): FailureReason =>
  failure('unavailable', message, { component: 'database', retryAfter });

/** Seconds that a person needs at least to make room or to make a database writable. */
const UNTIL_MENDED = 30;

const reasonOf = (code: string, message: string): FailureReason | undefined => {
  if (code === '25006')
    return unavailable(
      'The database takes no writes: it is read-only. Reading goes on. Check default_transaction_read_only, and ' +
        'whether the server is a standby; no restart is needed here.',
      UNTIL_MENDED,
    );
  if (code === '53100')
    return unavailable(
      'The database takes no writes: the disk of its server is full. Reading goes on. Make room there; no restart is ' +
        'needed here.',
      UNTIL_MENDED,
    );
  if (code === '57014')
    return failure('timeout', 'The database did not finish a statement in time. Try again shortly.', {
      component: 'database',
      retryAfter: 1,
    });
  // Locks held by others, deadlocks and serialization: another transaction was first.
  if (code === '55P03' || code === '40P01' || code === '40001')
    return unavailable('The database is busy with other work on the same rows. Try again shortly.', 1);
  if (/^(?:53...|58...)$/.test(code) && !isLost.test(code))
    return unavailable('The database server is out of memory or cannot use its files. Its log says more.', 5);
  // What the pool says when every connection is taken; a server that cannot be reached says so at each of them.
  if (message === 'timeout exceeded when trying to connect')
    return unavailable(
      'No connection to the database came free in time: all are in use, or it cannot be reached. Try again shortly.',
      1,
    );
  if (isLost.test(code) || isLostText.test(message))
    return unavailable('The database cannot be reached at the moment. Try again shortly.', 1);
  return undefined;
};

/**
 * What an error of PostgreSQL or its driver means to a caller: the one place that decides. `unavailable` or `timeout`
 * with the seconds after which another attempt makes sense; `undefined` for an error that is no state of the database
 * but a fault of the statement.
 */
export const databaseFailureOf = (error: unknown): Failure | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Failure) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason = reasonOf(code, error.message);
  return reason && new Failure(reason, { cause: error });
};

/** Whether a session cannot be used any more although it answers: it stays read-only, as after a failover. */
export const isSessionUnusable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25006';
