import { Failure, type FailureReason, failure } from '../../../domain/kernel/failure.ts';
import { withoutConnection } from '../../../ports/no-connection.ts';

/**
 * The server or the connection is lost: SQLSTATE class 08, 57P01 to 57P05, a session ended by its timeout (25P03 to 25P05), and Node.js errors of sockets and name resolution.
 */
const isLost =
  /^(?:08...|57P0[1-5]|25P0[345]|ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN)$/;

/**
 * Errors of the driver itself, which have no code; the second one comes from a pool whose connections are all in use.
 */
const isLostText =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|after calling end on the pool/i;

const unavailable = (message: string, retryAfter: number): FailureReason =>
  failure('unavailable', message, { component: 'database', retryAfter });

/** The least number of seconds in which a person can free space or make a database writable. */
const REPAIR_SECONDS = 30;

const reasonOf = (code: string, message: string): FailureReason | undefined => {
  if (code === '25006')
    return unavailable(
      'The database is read-only and accepts no writes; reads continue. Check default_transaction_read_only, and ' +
        'whether the server is a standby; no restart is needed here.',
      REPAIR_SECONDS,
    );
  if (code === '53100')
    return unavailable(
      'The database accepts no writes because the disk of its server is full; reads continue. Free some space there; ' +
        'no restart is needed here.',
      REPAIR_SECONDS,
    );
  if (code === '53300')
    return unavailable(
      'The database server allows no more connections. Raise its limit (of the server, the user or the database), or ' +
        'lower DATABASE_POOL_SIZE and DATABASE_READ_POOL_SIZE; "npx anamnesis doctor" says how many are needed.',
      1,
    );
  // A person changed the password, the rights or the name of the database, and can change it back.
  if (/^28...$/.test(code) || code === '3D000')
    return unavailable(
      'The database server does not let this server in: it refuses the user or the password, or has no such database. ' +
        'Check DATABASE_URL; a new password needs a restart here.',
      REPAIR_SECONDS,
    );
  if (code === '42501')
    return unavailable(
      'The database user of this server lacks a privilege. Make it the owner of the database; no restart is needed here.',
      REPAIR_SECONDS,
    );
  if (code === '57014')
    return failure('timeout', 'The database did not finish a statement in time. Try again shortly.', {
      component: 'database',
      retryAfter: 1,
    });
  // Lock timeouts, deadlocks and serialization failures: another transaction was first.
  if (code === '55P03' || code === '40P01' || code === '40001')
    return unavailable('The database is busy with other work on the same rows. Try again shortly.', 1);
  if (/^(?:53...|58...)$/.test(code) && !isLost.test(code))
    return unavailable('The database server is out of memory or cannot use its files. See its log.', 5);
  // The pool's error when every connection is in use, or cannot be opened.
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
 * Translates an error of PostgreSQL or its driver for callers; the only place that does. Returns `unavailable` or
 * `timeout` with the seconds until a retry makes sense; `undefined` when the statement is at fault and not the state
 * of the database.
 */
export const databaseFailureOf = (error: unknown): Failure | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Failure) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason = reasonOf(code, error.message);
  return reason && new Failure(reason, { cause: error });
};

/** Translates an error of opening a connection, like `databaseFailureOf`; other errors are returned unchanged. */
export const connectionFailureOf = (error: unknown): unknown => {
  const failed = databaseFailureOf(error);
  return failed ? withoutConnection(failed) : error;
};

/** True when a session still answers but must not be reused: it stays read-only, as after a failover. */
export const isSessionUnusable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25006';
