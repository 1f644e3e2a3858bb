import type { Database } from '../../../ports/database.ts';
import type { LogContinuity } from '../../../ports/log-continuity.ts';
import type { Logger } from '../../../ports/logger.ts';
import {
  ANSWER_GRACE_MS,
  type DatabaseTimes,
  DEFAULT_IDLE_MS,
  defaultDatabaseTimes,
} from './database-times.ts';
import { DEFAULT_POOL_SIZE } from './default-pool-sizes.ts';
import { listenOnConnection } from './listen-connection.ts';
import { openPool, type Pool } from './open-pool.ts';
import { runOnOwnConnection } from './run-on-own-connection.ts';

type PgDatabaseOptions = {
  readonly connectionString: string;
  /** The most connections, in addition to the reserved ones. */
  readonly maxConnections?: number;
  readonly times?: DatabaseTimes;
  /** Checks each new connection, for processes that cache the log in memory. */
  readonly continuity?: LogContinuity;
  readonly logger: Logger;
};

/** A batch of appends takes milliseconds; two attempts, connections included, fit into a caller's timeout. */
const APPEND_MS = 4_000;
/** A lease lasts 10 s: a failed renewal must leave time for another. */
const LEASE_MS = 1_000;

/**
 * A PostgreSQL server: a bounded pool for requests, one connection each for appends, leases and notifications.
 * Rejects when the server cannot be reached.
 */
export const openPgDatabase = async (options: PgDatabaseOptions): Promise<Database & { kind: 'server' }> => {
  const { connectionString, continuity, logger } = options;
  const times = options.times ?? defaultDatabaseTimes;
  const { connect, statement, longStatement } = times;
  const pool = openPool({
    connectionString,
    applicationName: 'anamnesis',
    maxConnections: options.maxConnections ?? DEFAULT_POOL_SIZE,
    connect,
    statement: { usual: statement, long: Math.max(statement, longStatement) },
    idle: times.idle ?? DEFAULT_IDLE_MS,
    lock: times.lock,
    continuity,
    logger,
  });
  const reserve = (purpose: string, milliseconds: number): Pool => {
    const limit = Math.min(milliseconds, statement);
    return openPool({
      connectionString,
      applicationName: `anamnesis-${purpose}`,
      maxConnections: 1,
      connect,
      statement: { usual: limit, long: limit },
      idle: 0,
      continuity,
      logger,
    });
  };
  const reserved = { appends: reserve('appends', APPEND_MS), leases: reserve('leases', LEASE_MS) };
  const close = async (): Promise<void> => {
    await Promise.all([pool, reserved.appends, reserved.leases].map((one) => one.close()));
  };
  try {
    // The reserved connections too: with few allowed, the pool would take them all, and nothing could be stored.
    await Promise.all([pool, reserved.appends, reserved.leases].map((one) => one.query('select 1')));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    kind: 'server',
    query: pool.query,
    transaction: pool.transaction,
    exclusive: pool.exclusive,
    execute: (script) => pool.exclusive((session) => session.execute(script)),
    apart: runOnOwnConnection({ connectionString, connect, check: continuity?.check, logger }),
    reserved: (purpose) => reserved[purpose],
    listen: (channel, onNotification) =>
      listenOnConnection({
        connectionString,
        connect,
        statement: Math.min(statement, APPEND_MS) + ANSWER_GRACE_MS,
        channel,
        onNotification,
        check: continuity?.check,
        logger,
      }),
    close,
  };
};
