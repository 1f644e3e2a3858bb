/** The most connections for requests and rebuilds. */
export const DEFAULT_POOL_SIZE = 10;
/** Reads of read models have a separate pool, because MikroORM parses values differently. */
export const DEFAULT_READ_POOL_SIZE = 5;
