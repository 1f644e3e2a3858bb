/** Most connections for requests and rebuilds. */
export const DEFAULT_POOL_SIZE = 10;
/** Reads of the read models have a separate pool, because MikroORM reads values in its own way. */
export const DEFAULT_READ_POOL_SIZE = 5;
