import type pg from 'pg';
import type { Logger } from '../../ports/logger.ts';
import { closeIdleConnections } from './close-idle-connections.ts';
import { connectionSettings } from './connection-settings.ts';
import { ANSWER_GRACE_MS, type DatabaseTimes } from './database-times.ts';
import { timedClientClass } from './timed-client.ts';

/** Reads of the read models have a pool of their own, because MikroORM reads values in its own way. */
const MAX_CONNECTIONS = 5;

/** What MikroORM hands to the driver's pool: the same times and the same client as everywhere else. */
export const readModelPool = (
  { connect, statement }: DatabaseTimes,
  logger: Logger,
): pg.PoolConfig & { readonly onPoolCreated: (pool: pg.Pool) => void } => {
  let pool: pg.Pool | undefined;
  const Client = timedClientClass(statement + ANSWER_GRACE_MS, () => {
    logger.warn(
      { component: 'database', connection: 'anamnesis-read-models' },
      'A database connection went silent and was given up.',
    );
    if (pool) closeIdleConnections(pool);
  });
  return {
    ...connectionSettings(statement),
    application_name: 'anamnesis-read-models',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: connect,
    Client,
    onPoolCreated: (created) => {
      pool = created;
    },
  };
};
