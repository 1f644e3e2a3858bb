import { z } from 'zod';

const address = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
  .refine(URL.canParse, 'is not a URL: characters like @ / : % in a password are written as %40 %2F %3A %25');

/** More would be a sign of a mistake. */
const MOST_REPLICAS = 8;

/** The variables that say which replicas are read from. */
export const replicaEnvironment = {
  DATABASE_REPLICA_URL: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(address).min(1).max(MOST_REPLICAS))
    .optional()
    .describe(
      'streaming replicas of DATABASE_URL for reading read models, up to 8, comma-separated; one that is away, slow or behind is left out, and never fails a read',
    ),
  DATABASE_REPLICA_MAX_LAG_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(1_000)
    .describe(
      'how far behind the primary a replica may be read that no X-After-Position binds, also for what was erased; with 0 it must have all that the primary had when the request came',
    ),
};

/** Which replicas are read from, and how old what they say may be. */
export type ReplicaConfiguration = { readonly urls: readonly string[]; readonly maxLag: number };

type Environment = z.output<z.ZodObject<typeof replicaEnvironment>>;

export const replicaConfigurationOf = (env: Environment): ReplicaConfiguration => ({
  urls: env.DATABASE_REPLICA_URL ?? [],
  maxLag: env.DATABASE_REPLICA_MAX_LAG_MS,
});
