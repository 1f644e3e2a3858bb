import { z } from 'zod';
import { type DatabaseTimes, defaultDatabaseTimes } from './database-times.ts';
import { DEFAULT_POOL_SIZE } from './pg-database.ts';

const milliseconds = z.coerce.number().int().min(100);

/** The variables that say how a PostgreSQL server is used. */
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
  // A rebuild and a reader need one each at least.
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(DEFAULT_POOL_SIZE)
    .describe(
      'most connections to that server for requests and rebuilds; nine more are for appends, leases, notifications and read models',
    ),
  DATABASE_CONNECT_TIMEOUT_MS: milliseconds
    .max(60_000)
    .default(defaultDatabaseTimes.connect)
    .describe('limit of getting a connection'),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds
    .max(600_000)
    .default(defaultDatabaseTimes.statement)
    .describe('limit of a statement'),
  DATABASE_LONG_STATEMENT_TIMEOUT_MS: milliseconds
    .max(24 * 3_600_000)
    .default(defaultDatabaseTimes.longStatement)
    .describe('limit of a statement that rebuilds a read model or changes the schema'),
};

/** How a PostgreSQL server is used. */
export type DatabaseConfiguration = { readonly poolSize: number; readonly times: DatabaseTimes };

type Environment = z.output<z.ZodObject<typeof databaseEnvironment>>;

export const databaseConfigurationOf = (env: Environment): DatabaseConfiguration => ({
  poolSize: env.DATABASE_POOL_SIZE,
  times: {
    connect: env.DATABASE_CONNECT_TIMEOUT_MS,
    statement: env.DATABASE_STATEMENT_TIMEOUT_MS,
    longStatement: env.DATABASE_LONG_STATEMENT_TIMEOUT_MS,
  },
});
