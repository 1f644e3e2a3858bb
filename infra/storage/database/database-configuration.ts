import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { type DatabaseTimes, DEFAULT_IDLE_MS, defaultDatabaseTimes } from './database-times.ts';
import { DEFAULT_POOL_SIZE, DEFAULT_READ_POOL_SIZE } from './default-pool-sizes.ts';

const milliseconds = z.coerce.number().int().min(100);

/** The variables that configure the use of a PostgreSQL server. */
export const databaseEnvironment = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .refine(
      URL.canParse,
      'is not a URL: characters like @ / : % in a password are written as %40 %2F %3A %25',
    )
    .optional()
    .describe('a PostgreSQL server (14 or later) instead of the embedded database'),
  // A rebuild and a reader need at least one each.
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(DEFAULT_POOL_SIZE)
    .describe(
      'most connections to that server for requests and rebuilds; four more are for appends, leases and notifications, and DATABASE_READ_POOL_SIZE for read models',
    ),
  DATABASE_READ_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .default(DEFAULT_READ_POOL_SIZE)
    .describe('most connections to that server for reading read models'),
  DATABASE_CONNECT_TIMEOUT_MS: milliseconds
    .max(60_000)
    .default(defaultDatabaseTimes.connect)
    .describe('time limit for getting a connection'),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds
    .max(600_000)
    .default(defaultDatabaseTimes.statement)
    .describe('time limit of a statement'),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds
    .max(600_000)
    .optional()
    .describe(
      'how long a statement of a request may wait for a lock; half of DATABASE_STATEMENT_TIMEOUT_MS unless set, and never more than that',
    ),
  DATABASE_IDLE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(24 * 3_600_000)
    .default(DEFAULT_IDLE_MS)
    .describe('idle time after which a connection is closed'),
  DATABASE_LONG_STATEMENT_TIMEOUT_MS: milliseconds
    .max(24 * 3_600_000)
    .default(defaultDatabaseTimes.longStatement)
    .describe('time limit of a statement that rebuilds a read model or changes the schema'),
};

/** The settings for a PostgreSQL server. */
export type DatabaseConfiguration = {
  readonly poolSize: number;
  readonly readPoolSize: number;
  readonly times: DatabaseTimes;
};

type Environment = z.output<z.ZodObject<typeof databaseEnvironment>>;

export const databaseConfigurationOf = (env: Environment): DatabaseConfiguration => ({
  poolSize: env.DATABASE_POOL_SIZE,
  readPoolSize: env.DATABASE_READ_POOL_SIZE,
  times: {
    connect: env.DATABASE_CONNECT_TIMEOUT_MS,
    statement: env.DATABASE_STATEMENT_TIMEOUT_MS,
    longStatement: env.DATABASE_LONG_STATEMENT_TIMEOUT_MS,
    idle: env.DATABASE_IDLE_TIMEOUT_MS,
    ...omitUndefined({ lock: env.DATABASE_LOCK_TIMEOUT_MS }),
  },
});
