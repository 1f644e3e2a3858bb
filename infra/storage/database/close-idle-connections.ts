import type pg from 'pg';

/** Closes the idle connections of a pool after one failed: the cause most likely broke the others too. */
export const closeIdleConnections = (pool: pg.Pool): void => {
  for (let left = pool.idleCount; left > 0; left -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    );
};
