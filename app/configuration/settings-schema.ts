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
import { oidcEnvironment } from '../../infra/services/auth/oidc-configuration.ts';
import { sessionEnvironment } from '../../infra/services/auth/session-configuration.ts';
import { calendarEnvironment } from '../../infra/services/calendar/calendar-configuration.ts';
import { sourceEnvironment } from '../../infra/services/evidence-sources/source-configuration.ts';
import { fhirEnvironment } from '../../infra/services/fhir/fhir-configuration.ts';
import { lookupEnvironment } from '../../infra/services/lookups/lookup-configuration.ts';
import { mailToolEnvironment } from '../../infra/services/mail/mail-tool-configuration.ts';
import { otlpEnvironment } from '../../infra/services/outside/otlp-configuration.ts';
import { webdavEnvironment } from '../../infra/services/webdav/webdav-configuration.ts';
import { witnessEnvironment } from '../../infra/services/witnesses/witness-configuration.ts';
import { blobEnvironment } from '../../infra/storage/blob-store/blob-configuration.ts';
import { databaseEnvironment } from '../../infra/storage/database/database-configuration.ts';
import { embeddedSyncs } from '../../infra/storage/database/embedded-sync.ts';
import { kurrentEnvironment } from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import { masterKeyEnvironment } from '../../infra/storage/key-vault/master-key-configuration.ts';
import { sealingEnvironment } from '../../infra/storage/log-proof/sealing-configuration.ts';
import { replicaEnvironment } from '../../infra/storage/read-replicas/replica-configuration.ts';
import { settingsEnvironment } from '../../infra/storage/settings/settings-environment.ts';
import { dataDirOf } from './data-dir.ts';

/** Number() turns a word into NaN, which must not appear in a message, because it is not what was typed. */
const number = z.coerce.number({
  error: ({ code }) => (code === 'invalid_type' ? 'must be a number' : undefined),
});
const port = number.int().min(0).max(65_535);
const positive = number.int().positive();

/** Whether a text is an exact origin, as in the `Origin` header; a pattern or `null` would admit any origin. */
const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
};

/** Every setting, with its description. */
export const settingsSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on'),
  PORT: port.default(3000).describe('port to listen on; 0 picks a free one'),
  DATA_DIR: z
    .string()
    .min(1)
    .default(dataDirOf({}))
    .describe('folder for the embedded database, files and keys'),
  LOG_LEVEL: z.enum(logLevels).default('info').describe('lowest severity that is logged'),
  LOG_FORMAT: z
    .enum(logFormats)
    .default('auto')
    .describe('log format: `auto` means text on a terminal, JSON in files and pipes'),
  ADMIN_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe(
      'sets the admin token, which creates other tokens, for scripts; otherwise the first start generates one',
    ),
  ...jwtEnvironment,
  ...sessionEnvironment,
  ...oidcEnvironment,
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, { error: 'must be an origin without a path, e.g. https://anamnesis.example.org' })
    .optional()
    .describe(
      'origin at which people open the console, without a path, for links to it and the way back from the identity provider; default: that of the request',
    ),
  CONSOLE_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('folder of the built web console; default: `console/dist` of this program'),
  ENVIRONMENT: z
    .string()
    .max(40)
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, 'must be a short name, e.g. production')
    .optional()
    .describe('name of this environment, e.g. production or test, which the console shows on every page'),
  TOKEN_DEFAULT_DAYS: positive
    .max(3660)
    .default(90)
    .describe('lifetime in days of a named token for which none is given'),
  TOKEN_MAX_DAYS: positive.max(3660).default(366).describe('longest lifetime in days of a named token'),
  BREAK_GLASS_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_GRANT_MINUTES)
    .default(60)
    .describe('duration of a break-glass grant in minutes (at most a day)'),
  ...databaseEnvironment,
  ...replicaEnvironment,
  ...blobEnvironment,
  ...nodeEnvironment,
  START_EMPTY: flag
    .default(false)
    .describe(
      'starts with an empty server database although the embedded one contains data, which is not copied; same as `npm start -- --start-empty`, and the choice is remembered',
    ),
  ...masterKeyEnvironment,
  ...sealingEnvironment,
  ...witnessEnvironment,
  MIN_FREE_DISK_MB: positive
    .max(1_000_000)
    .default(256)
    .describe(
      'megabytes to keep free under `DATA_DIR`: below, writes are refused with 503 (`component: disk`), `/health/ready` reports it, and reads and questions continue; a new embedded database needs 105 MB more',
    ),
  EMBEDDED_SYNC: z
    .enum(embeddedSyncs)
    .default('commit')
    .describe(
      'when the embedded database flushes to disk: before each response (`commit`), or never (`off`, for disposable data)',
    ),
  MAX_UPLOAD_MB: positive
    .max(10_000)
    .default(50)
    .describe(
      'largest file in megabytes; text, Markdown, HTML and RTF are read up to 200 MB, formats other than PDF up to 226 MB',
    ),
  // Semantic search, "Batch Processing": five documents at a time.
  INDEXING_CONCURRENCY: positive.max(64).default(5).describe('concurrent indexing jobs'),
  // Fifty people at once (orchestration, "Performance Targets") and some to spare.
  QUERY_CONCURRENCY: positive
    .max(256)
    .default(64)
    .describe('concurrent questions; most of their time is spent waiting for a search or a language model'),
  QUERY_DEADLINE_MS: positive
    .min(1000)
    .max(600_000)
    .default(30_000)
    .describe(
      'milliseconds from a question to its answer or failure: after that nothing slow or paid begins',
    ),
  ERASURE_REQUEST_DAYS: positive
    .max(365)
    .default(14)
    .describe('days after which an unconfirmed erasure request expires'),
  SEARCH_TIMEOUT_MS: positive.max(60_000).default(5000).describe('time limit for one search method'),
  POLL_INTERVAL_MS: positive
    .max(60_000)
    .default(500)
    .describe(
      'interval between polls of the log when no notification arrives; at least 5000 for the embedded database, to which only this process appends',
    ),
  READ_TIMEOUT_MS: positive
    .max(60_000)
    .default(10_000)
    .describe('time limit for a read to wait until a read model reaches a position'),
  TRUST_PROXY: flag
    .default(false)
    .describe("trust the caller's address that a proxy writes to `X-Forwarded-For`"),
  ...rateLimitEnvironment,
  MAX_STREAMS_PER_USER: positive
    .max(1_000)
    .default(20)
    .describe('Server-Sent Events streams that one user may have open'),
  ...tlsEnvironment,
  MCP_GIVES_PHI: flag
    .default(false)
    .describe(
      'give clients at `/mcp` tool results that contain PHI; only if every model behind them may receive it',
    ),
  CORS_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .refine((origins) => origins.length <= 100 && origins.every(isOrigin), {
      error: 'must be exact origins, separated by commas, e.g. https://app.example.org',
    })
    .optional()
    .describe('origins whose pages may call the API, comma-separated; default: none'),
  ...lexicalIndexEnvironment,
  VECTOR_INDEX: z
    .enum(['auto', 'memory', 'pgvector'])
    .default('auto')
    .describe(
      'place of the vectors: `memory` (stored as bytes in the database, compared in this process; 1.5 kB per passage of 384 dimensions), `pgvector`, or `auto`: pgvector on a server that has it, otherwise memory; a change moves them while the index answers',
    ),
  ...embeddingEnvironment,
  ...rerankEnvironment,
  MODELS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'folder for models that `npx anamnesis models install <name>` installs; default: `models` in `DATA_DIR`',
    ),
  MODELS_REPOSITORY: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .optional()
    .describe(
      'Maven repository, such as the mirror of your network, from which `npx anamnesis models install <name>` downloads the models that come in packages',
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
