import { z } from 'zod';
import { MAX_GRANT_MINUTES } from '../../domain/ownership/break-glass-events.ts';
import { kafkaEnvironment } from '../../infra/cluster/kafka/kafka-configuration.ts';
import { nodeEnvironment } from '../../infra/cluster/nodes/node-configuration.ts';
import { rateLimitEnvironment } from '../../infra/cluster/rate-limiter/rate-limit-configuration.ts';
import { redisEnvironment } from '../../infra/cluster/redis/redis-configuration.ts';
import { flag } from '../../infra/installation/environment/flag.ts';
import { tlsEnvironment } from '../../infra/installation/tls/tls-configuration.ts';
import { embeddingEnvironment } from '../../infra/models/embedding/embedding-configuration.ts';
import { llmEnvironment } from '../../infra/models/language-models/llm-configuration.ts';
import { phiEnvironment } from '../../infra/models/phi-detection/phi-configuration.ts';
import { rerankEnvironment } from '../../infra/models/reranking/rerank-configuration.ts';
import { voiceEnvironment } from '../../infra/models/voice/voice-configuration.ts';
import { logFormats } from '../../infra/observability/log-format.ts';
import { logLevels } from '../../infra/observability/log-level.ts';
import { lexicalIndexEnvironment } from '../../infra/search/lexical-index/lexical-index-configuration.ts';
import { qdrantEnvironment } from '../../infra/search/vector-index/qdrant/qdrant-configuration.ts';
import { vectorSearchEnvironment } from '../../infra/search/vector-index/vector-search-configuration.ts';
import { alertEnvironment } from '../../infra/services/alerts/alert-configuration.ts';
import { jwtEnvironment } from '../../infra/services/auth/jwt-configuration.ts';
import { calendarEnvironment } from '../../infra/services/calendar/calendar-configuration.ts';
import { sourceEnvironment } from '../../infra/services/evidence-sources/source-configuration.ts';
import { fhirEnvironment } from '../../infra/services/fhir/fhir-configuration.ts';
import { lookupEnvironment } from '../../infra/services/lookups/lookup-configuration.ts';
import { mailToolEnvironment } from '../../infra/services/mail/mail-tool-configuration.ts';
import { otlpEnvironment } from '../../infra/services/outside/otlp-configuration.ts';
import { webdavEnvironment } from '../../infra/services/webdav/webdav-configuration.ts';
import { blobEnvironment } from '../../infra/storage/blob-store/blob-configuration.ts';
import { databaseEnvironment } from '../../infra/storage/database/database-configuration.ts';
import { embeddedSyncs } from '../../infra/storage/database/embedded-sync.ts';
import { kurrentEnvironment } from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import { masterKeyEnvironment } from '../../infra/storage/key-vault/master-key-configuration.ts';
import { replicaEnvironment } from '../../infra/storage/read-replicas/replica-configuration.ts';
import { settingsEnvironment } from '../../infra/storage/settings/settings-environment.ts';
import { dataDirOf } from './data-dir.ts';

/** Number() turns a word into NaN, which must not appear in a message: it is not what was written. */
const number = z.coerce.number({
  error: ({ code }) => (code === 'invalid_type' ? 'must be a number' : undefined),
});
const port = number.int().min(0).max(65_535);
const positive = number.int().positive();

/** Scheme, host and port as `Origin` has them; a pattern or `null` would admit any origin. */
const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
};

/** Every setting, with what it is for. */
export const settingsSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen at'),
  PORT: port.default(3000).describe('port to listen at; 0 takes a free one'),
  DATA_DIR: z
    .string()
    .min(1)
    .default(dataDirOf({}))
    .describe('folder of the embedded database, the files and the keys'),
  LOG_LEVEL: z.enum(logLevels).default('info').describe('least severity that is logged'),
  LOG_FORMAT: z
    .enum(logFormats)
    .default('auto')
    .describe('how the log is written: `auto` takes text on a terminal, JSON in files and pipes'),
  ADMIN_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe(
      'fixes the token that makes other tokens, for scripts; otherwise one is made at the first start',
    ),
  ...jwtEnvironment,
  TOKEN_DEFAULT_DAYS: positive
    .max(3660)
    .default(90)
    .describe('days that a named token lasts whose maker does not say'),
  TOKEN_MAX_DAYS: positive.max(3660).default(366).describe('most days that a named token may last'),
  BREAK_GLASS_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_GRANT_MINUTES)
    .default(60)
    .describe('how long a break-glass grant holds (a day at most)'),
  ...databaseEnvironment,
  ...replicaEnvironment,
  ...blobEnvironment,
  ...nodeEnvironment,
  START_EMPTY: flag
    .default(false)
    .describe(
      'lets an empty server database take the place of an embedded one with something in it, without bringing that over; `npm start -- --start-empty` is the same, and the answer is remembered',
    ),
  ...masterKeyEnvironment,
  MIN_FREE_DISK_MB: positive
    .max(1_000_000)
    .default(256)
    .describe(
      'room in megabytes that stays free under `DATA_DIR`: with less, writes are refused with 503 (`component: disk`), `/health/ready` says so, and reads and questions go on; a new embedded database needs 105 MB more',
    ),
  EMBEDDED_SYNC: z
    .enum(embeddedSyncs)
    .default('commit')
    .describe(
      'when the embedded database flushes to the disk: before each answer, or never (`off`, for data that can be made again)',
    ),
  MAX_UPLOAD_MB: positive
    .max(10_000)
    .default(50)
    .describe(
      'largest file in megabytes; of text, Markdown, HTML and RTF 200 MB are read at most, of other formats than PDF 226 MB',
    ),
  // Semantic search, "Batch Processing": five documents at a time.
  INDEXING_CONCURRENCY: positive.max(64).default(5).describe('indexing jobs worked on at a time'),
  // Fifty people at once (orchestration, "Performance Targets") and some to spare.
  QUERY_CONCURRENCY: positive
    .max(256)
    .default(64)
    .describe('questions worked on at a time; most of the time they wait, for a search or a language model'),
  QUERY_DEADLINE_MS: positive
    .min(1000)
    .max(600_000)
    .default(30_000)
    .describe(
      'milliseconds from a question to its answer, or to why there is none: past it nothing slow or paid is begun',
    ),
  ERASURE_REQUEST_DAYS: positive
    .max(365)
    .default(14)
    .describe('days after which an unconfirmed erasure request expires'),
  SEARCH_TIMEOUT_MS: positive.max(60_000).default(5000).describe('limit of one way of searching'),
  POLL_INTERVAL_MS: positive
    .max(60_000)
    .default(500)
    .describe('time between looks at the log without a notification'),
  READ_TIMEOUT_MS: positive
    .max(60_000)
    .default(10_000)
    .describe('limit of waiting until a read model has reached a position'),
  TRUST_PROXY: flag.default(false).describe('whether a proxy in front names the caller in `X-Forwarded-For`'),
  ...rateLimitEnvironment,
  MAX_STREAMS_PER_USER: positive
    .max(1_000)
    .default(20)
    .describe('streams of Server-Sent Events that one user may have open'),
  ...tlsEnvironment,
  MCP_GIVES_PHI: flag
    .default(false)
    .describe(
      'whether results of tools that hold PHI are given to clients at `/mcp`: only where all models behind them may have it',
    ),
  CORS_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .refine((origins) => origins.length <= 100 && origins.every(isOrigin), {
      error: 'must be origins as browsers send them, separated by commas, e.g. https://app.example.org',
    })
    .optional()
    .describe('origins whose pages may call the API, separated by commas; none unless set'),
  ...lexicalIndexEnvironment,
  VECTOR_INDEX: z
    .enum(['auto', 'memory', 'pgvector'])
    .default('auto')
    .describe(
      'where vectors are kept and compared: `memory` (bytes in the database, compared in this process; 1.5 kB a passage of 384 dimensions), `pgvector`, or by itself (`auto`) pgvector on a server that has it and memory elsewhere; another choice moves them while the index goes on answering',
    ),
  ...embeddingEnvironment,
  ...rerankEnvironment,
  MODELS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'folder of the models that `npx anamnesis models install <name>` puts there, default: `models` in `DATA_DIR`',
    ),
  ...phiEnvironment,
  ...alertEnvironment,
  ...settingsEnvironment,
  ...llmEnvironment,
  ...sourceEnvironment,
  ...lookupEnvironment,
  ...webdavEnvironment,
  ...fhirEnvironment,
  ...calendarEnvironment,
  ...mailToolEnvironment,
  ...vectorSearchEnvironment,
  ...kurrentEnvironment,
  ...qdrantEnvironment,
  ...redisEnvironment,
  ...kafkaEnvironment,
  ...otlpEnvironment,
  ...voiceEnvironment,
});
