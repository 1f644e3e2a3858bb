import { z } from 'zod';
import type { SearchPolicy } from '../../../domain/retrieval/dense/search-quality.ts';
import type { Choice } from '../../installation/environment/choice.ts';

/** Environment variables that control when and how vectors are searched with a graph. */
export const vectorSearchEnvironment = {
  // An exact search of 20,000 vectors of 384 dimensions takes pgvector 10 ms; building their graph takes 10
  // s.
  VECTOR_EXACT_UP_TO: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .default(20_000)
    .describe(
      'largest number of vectors, in total or after filters, that a search compares one by one; above it pgvector on a server and Qdrant use a graph (HNSW)',
    ),
  VECTOR_LEAST_RECALL: z.coerce
    .number()
    .min(0.5)
    .max(1)
    .default(0.95)
    .describe(
      'measured share of the nearest vectors that a graph must find; below it every vector is compared',
    ),
  VECTOR_RECALL_EVERY_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .default(360)
    .describe(
      'minutes between measurements of that; an index that has grown or shrunk by a fifth is measured immediately',
    ),
  // Malkov and Yashunin recommend 5 to 48; more helps at high dimensions, and costs memory (8 bytes times 2 m
  // per vector) and time.
  VECTOR_HNSW_M: z.coerce
    .number()
    .int()
    .min(4)
    .max(64)
    .default(16)
    .describe('edges per node of the graph; more improve recall, and cost memory and build time'),
  // At least twice m; what a build costs grows with it.
  VECTOR_HNSW_EF_CONSTRUCT: z.coerce
    .number()
    .int()
    .min(16)
    .max(1000)
    .default(128)
    .describe('candidates considered while the graph is built; at least twice VECTOR_HNSW_M'),
  // A search asks for 60 passages and some to spare, and a graph cannot give more than it keeps.
  VECTOR_HNSW_EF: z.coerce
    .number()
    .int()
    .min(80)
    .max(1000)
    .default(128)
    .describe(
      'candidates considered while the graph is searched; two and four times as many are tried if recall is too low',
    ),
  VECTOR_BUILD_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(64)
    .max(1_000_000)
    .default(1024)
    .describe(
      'most memory in megabytes of the PostgreSQL server for building a pgvector graph (about 2.3 kB per vector of 384 dimensions); beyond it the build is many times slower',
    ),
  // A million vectors of 384 dimensions take almost an hour on two cores.
  VECTOR_BUILD_TIMEOUT_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .default(360)
    .describe(
      'time limit in minutes for PostgreSQL to build a pgvector graph; writes and searches continue meanwhile',
    ),
} as const;

/** The settings for searching large generations. */
export type VectorSearchConfiguration = {
  readonly policy: SearchPolicy;
  readonly graph: { readonly m: number; readonly efConstruct: number };
  /** Milliseconds between two recall measurements. */
  readonly everyMs: number;
  /** Memory limit on the database server, in megabytes. */
  readonly buildMemory: number;
  /** Time limit for building a graph in the database, in milliseconds. */
  readonly buildTimeoutMs: number;
};

type Environment = z.output<z.ZodObject<typeof vectorSearchEnvironment>>;

/** Returns the configuration, or a sentence that names the invalid variable. */
export const chooseVectorSearch = (env: Environment): Choice<VectorSearchConfiguration> =>
  env.VECTOR_HNSW_EF_CONSTRUCT < 2 * env.VECTOR_HNSW_M
    ? { ok: false, problem: 'VECTOR_HNSW_EF_CONSTRUCT must be at least twice VECTOR_HNSW_M' }
    : {
        ok: true,
        value: {
          policy: {
            exactUpTo: env.VECTOR_EXACT_UP_TO,
            leastRecall: env.VECTOR_LEAST_RECALL,
            ef: env.VECTOR_HNSW_EF,
          },
          graph: { m: env.VECTOR_HNSW_M, efConstruct: env.VECTOR_HNSW_EF_CONSTRUCT },
          everyMs: env.VECTOR_RECALL_EVERY_MINUTES * 60_000,
          buildMemory: env.VECTOR_BUILD_MEMORY_MB,
          buildTimeoutMs: env.VECTOR_BUILD_TIMEOUT_MINUTES * 60_000,
        },
      };
