import { z } from 'zod';
import {
  type DatabaseConfiguration,
  databaseConfigurationOf,
  databaseEnvironment,
} from './database/database-configuration.ts';
import { type EmbeddedSync, embeddedSyncs } from './database/pglite-files.ts';
import {
  chooseEmbedding,
  type EmbeddingConfiguration,
  embeddingEnvironment,
} from './embedding/embedding-configuration.ts';
import { logLevels } from './observability/create-logger.ts';
import {
  chooseReranking,
  type RerankConfiguration,
  rerankEnvironment,
} from './reranking/rerank-configuration.ts';
import {
  chooseQdrant,
  type QdrantConfiguration,
  qdrantEnvironment,
} from './vector-index/qdrant/qdrant-configuration.ts';
import type { VectorIndexChoice } from './vector-index/vector-index-choice.ts';

const megabytes = 1024 * 1024;
const port = z.coerce.number().int().min(0).max(65_535);
const positive = z.coerce.number().int().positive();
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

const environmentSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  ADMIN_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  JWT_SECRET: z
    .string()
    .refine(
      (secret) => Buffer.byteLength(secret) >= 32,
      'must have at least 32 bytes (RFC 7518, section 3.2)',
    )
    .optional(),
  JWKS_URL: z.url().optional(),
  JWT_ISSUER: z.string().min(1).optional(),
  JWT_AUDIENCE: z.string().min(1).optional(),
  ...databaseEnvironment,
  START_EMPTY: flag.default(false),
  MASTER_KEY: z.string().optional(),
  MIN_FREE_DISK_MB: positive.max(1_000_000).default(256),
  EMBEDDED_SYNC: z.enum(embeddedSyncs).default('commit'),
  MAX_UPLOAD_MB: positive.max(10_000).default(50),
  // Spec, "Batch Processing": five documents at a time.
  INDEXING_CONCURRENCY: positive.max(64).default(5),
  QUERY_CONCURRENCY: positive.max(256).default(16),
  SEARCH_TIMEOUT_MS: positive.max(60_000).default(5000),
  POLL_INTERVAL_MS: positive.max(60_000).default(500),
  READ_TIMEOUT_MS: positive.max(60_000).default(10_000),
  TRUST_PROXY: flag.default(false),
  VECTOR_INDEX: z.enum(['auto', 'memory', 'pgvector']).default('auto'),
  ...embeddingEnvironment,
  ...rerankEnvironment,
  ...qdrantEnvironment,
});

/** How the program is set up. See the README for what each variable means. */
export type Configuration = {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly logLevel: (typeof logLevels)[number];
  readonly adminToken?: string;
  readonly jwt?: {
    readonly secret?: string;
    readonly jwksUrl?: string;
    readonly issuer?: string;
    readonly audience?: string;
  };
  readonly databaseUrl?: string;
  readonly database: DatabaseConfiguration;
  /** Whether an empty database at `databaseUrl` may take the place of an embedded one that has something in it. */
  readonly startEmpty: boolean;
  readonly masterKey?: string;
  /** Bytes. */
  readonly maxUploadBytes: number;
  /** Bytes of the disk under the data directory that are left free. */
  readonly minFreeDiskBytes: number;
  readonly embeddedSync: EmbeddedSync;
  readonly indexingConcurrency: number;
  readonly queryConcurrency: number;
  /** Milliseconds. */
  readonly searchTimeout: number;
  readonly pollInterval: number;
  readonly readTimeout: number;
  readonly trustProxy: boolean;
  readonly embedding: EmbeddingConfiguration;
  readonly reranking: RerankConfiguration;
  /** How vectors are kept in the database. */
  readonly vectorIndex: VectorIndexChoice;
  /** Where vectors are kept instead. */
  readonly qdrant?: QdrantConfiguration;
};

/** Names what is wrong with the environment; shown to the person who starts the program. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

const given = <Value>(key: string, value: Value | undefined): Record<string, Value> =>
  value === undefined ? {} : { [key]: value };

/**
 * Reads the configuration from environment variables. An empty variable counts as not set. Throws a
 * ConfigurationError that names each wrong variable; never its value, which may be a secret.
 */
export const readConfiguration = (
  environment: Readonly<Record<string, string | undefined>>,
): Configuration => {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigurationError(`The environment is not set up correctly:\n  ${problems.join('\n  ')}`);
  }
  const env = parsed.data;
  if (env.JWT_SECRET && env.JWKS_URL) {
    throw new ConfigurationError('Set JWT_SECRET or JWKS_URL, not both.');
  }
  const embedding = chooseEmbedding(env);
  if (!embedding.ok)
    throw new ConfigurationError(`The environment is not set up correctly:\n  ${embedding.problem}`);
  const reranking = chooseReranking(env);
  if (!reranking.ok)
    throw new ConfigurationError(`The environment is not set up correctly:\n  ${reranking.problem}`);
  const qdrant = chooseQdrant(env);
  if (!qdrant.ok)
    throw new ConfigurationError(`The environment is not set up correctly:\n  ${qdrant.problem}`);
  if (qdrant.value && env.VECTOR_INDEX !== 'auto') {
    throw new ConfigurationError('Set QDRANT_URL or VECTOR_INDEX, not both.');
  }
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    ...given('adminToken', env.ADMIN_TOKEN),
    ...given(
      'jwt',
      env.JWT_SECRET || env.JWKS_URL
        ? {
            ...given('secret', env.JWT_SECRET),
            ...given('jwksUrl', env.JWKS_URL),
            ...given('issuer', env.JWT_ISSUER),
            ...given('audience', env.JWT_AUDIENCE),
          }
        : undefined,
    ),
    ...given('databaseUrl', env.DATABASE_URL),
    database: databaseConfigurationOf(env),
    startEmpty: env.START_EMPTY,
    ...given('masterKey', env.MASTER_KEY),
    maxUploadBytes: env.MAX_UPLOAD_MB * megabytes,
    minFreeDiskBytes: env.MIN_FREE_DISK_MB * megabytes,
    embeddedSync: env.EMBEDDED_SYNC,
    indexingConcurrency: env.INDEXING_CONCURRENCY,
    queryConcurrency: env.QUERY_CONCURRENCY,
    searchTimeout: env.SEARCH_TIMEOUT_MS,
    pollInterval: env.POLL_INTERVAL_MS,
    readTimeout: env.READ_TIMEOUT_MS,
    trustProxy: env.TRUST_PROXY,
    embedding: embedding.value,
    reranking: reranking.value,
    vectorIndex: env.VECTOR_INDEX,
    ...given('qdrant', qdrant.value),
  };
};
