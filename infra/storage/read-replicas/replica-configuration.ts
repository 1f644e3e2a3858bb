import { z } from 'zod';

const address = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
  .refine(URL.canParse, 'is not a URL: characters like @ / : % in a password are written as %40 %2F %3A %25');

/** More would probably be a mistake. */
const MOST_REPLICAS = 8;

/** The variables that configure read replicas. */
export const replicaEnvironment = {
  DATABASE_REPLICA_URL: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(address).min(1).max(MOST_REPLICAS))
    .optional()
    .describe(
      'streaming replicas of DATABASE_URL for reading read models, up to 8, comma-separated; one that is unreachable, slow or behind is not used, and never fails a read',
    ),
  DATABASE_REPLICA_MAX_LAG_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(1_000)
    .describe(
      'how far behind the primary a replica may be for a read without X-After-Position, erasures included; with 0 it must have everything that the primary had when the request arrived',
    ),
};

/** The read replicas, and the most milliseconds that they may lag. */
export type ReplicaConfiguration = { readonly urls: readonly string[]; readonly maxLag: number };

type Environment = z.output<z.ZodObject<typeof replicaEnvironment>>;

export const replicaConfigurationOf = (env: Environment): ReplicaConfiguration => ({
  urls: env.DATABASE_REPLICA_URL ?? [],
  maxLag: env.DATABASE_REPLICA_MAX_LAG_MS,
});
