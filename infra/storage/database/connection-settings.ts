import type pg from 'pg';

/**
 * The longest that a process which freezes or is cut off in a transaction can block others. Longer than any pause of
 * the event loop between two statements, shorter than a lease: a successor finds the rows unlocked.
 */
const IDLE_IN_TRANSACTION_MS = 5_000;

/** TCP probes the other side after this long without traffic, and gives up after 6 s more without an answer. */
const KEEPALIVE_MS = 5_000;

/**
 * Settings of the session; an `options` parameter in the database URL replaces them.
 *
 * Without those of TCP, the session of a vanished host holds its locks for two hours, TCP's default timeout. The others
 * are PostgreSQL's own defaults, which an administrator may have changed for the user or the database.
 */
const serverSide = [
  'DateStyle=ISO',
  'TimeZone=UTC',
  // A space within a value is escaped (PostgreSQL documentation, libpq, `options`).
  'default_transaction_isolation=read\\ committed',
  `tcp_keepalives_idle=${KEEPALIVE_MS / 1000}`,
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=10000',
];

/**
 * Server-side timeouts of a session, and keepalives on both sides, for statements of up to `statement` milliseconds.
 *
 * @param lock milliseconds to wait for a lock; at most those of the statement
 */
export const connectionSettings = (statement: number, lock = Math.ceil(statement / 2)): pg.ClientConfig => ({
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEPALIVE_MS,
  statement_timeout: statement,
  // Shorter than the statement timeout, so that a wait for a lock is reported as such.
  lock_timeout: Math.min(lock, statement),
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  options: serverSide.map((setting) => `-c ${setting}`).join(' '),
});
