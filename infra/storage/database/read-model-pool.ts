import type pg from 'pg';
import type { Logger } from '../../../ports/logger.ts';
import { closeIdleConnections } from './close-idle-connections.ts';
import { connectionSettings } from './connection-settings.ts';
import { ANSWER_GRACE_MS, type DatabaseTimes, DEFAULT_IDLE_MS } from './database-times.ts';
import { DEFAULT_READ_POOL_SIZE } from './default-pool-sizes.ts';
import { timedClientClass } from './timed-client.ts';

/** The pool configuration that MikroORM passes to the driver: the same timeouts and client as everywhere else. */
export const readModelPool = (
  { connect, statement, lock, idle }: DatabaseTimes,
  logger: Logger,
  maxConnections = DEFAULT_READ_POOL_SIZE,
): pg.PoolConfig & { readonly onPoolCreated: (pool: pg.Pool) => void } => {
  let pool: pg.Pool | undefined;
  const Client = timedClientClass(statement + ANSWER_GRACE_MS, () => {
    logger.warn(
      { component: 'database', connection: 'anamnesis-read-models' },
      'A database connection went silent and was closed.',
    );
    if (pool) closeIdleConnections(pool);
  });
  return {
    ...connectionSettings(statement, lock),
    application_name: 'anamnesis-read-models',
    max: maxConnections,
    idleTimeoutMillis: idle ?? DEFAULT_IDLE_MS,
    connectionTimeoutMillis: connect,
    Client,
    onPoolCreated: (created) => {
      pool = created;
    },
  };
};
