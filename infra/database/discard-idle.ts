import type pg from 'pg';

/** Closes the connections of a pool that nobody is using: they have most likely met the fate of one that failed. */
export const discardIdle = (pool: pg.Pool): void => {
  for (let left = pool.idleCount; left > 0; left -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    );
};
