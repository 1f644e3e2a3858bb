import type pg from 'pg';

/**
 * A process that is stopped or cut off in the middle of a transaction blocks others no longer. More than any pause of
 * the event loop between two statements, less than the life of a lease: a successor finds the rows free.
 */
const IDLE_IN_TRANSACTION_MS = 5_000;

/** After so long without traffic TCP asks whether the other side is there, and gives up after 6 s more without answer. */
const KEEPALIVE_MS = 5_000;

/**
 * What the server does about a client that is gone: without it, a session of a host that vanished holds its locks for
 * two hours, TCP's own idea of timeout. Settings of an `options` parameter in the address of the database replace it.
 */
const serverSide = [
  `tcp_keepalives_idle=${KEEPALIVE_MS / 1000}`,
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=10000',
];

/**
 * Time-outs of a session on the server's side, and signs of life on both, for statements of up to a number of
 * milliseconds.
 *
 * @param lock milliseconds for a lock; never more than the statement has
 */
export const connectionSettings = (statement: number, lock = Math.ceil(statement / 2)): pg.ClientConfig => ({
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEPALIVE_MS,
  statement_timeout: statement,
  // A wait for a lock is reported as such, rather than as a slow statement.
  lock_timeout: Math.min(lock, statement),
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  options: serverSide.map((setting) => `-c ${setting}`).join(' '),
});
