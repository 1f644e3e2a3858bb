import { join } from 'node:path';
import { z } from 'zod';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { plainIssue } from '../domain/kernel/plain-issue.ts';
import { wholeNumberText } from '../domain/kernel/whole-number.ts';
import type { SomeSettings } from '../domain/operations/consultation-settings.ts';
import { MAX_GRANT_MINUTES } from '../domain/ownership/break-glass-events.ts';
import {
  chooseKafka,
  type KafkaConfiguration,
  kafkaEnvironment,
} from '../infra/cluster/kafka/kafka-configuration.ts';
import { chooseRole, nodeEnvironment } from '../infra/cluster/nodes/node-configuration.ts';
import {
  rateLimitEnvironment,
  rateLimitsFrom,
} from '../infra/cluster/rate-limiter/rate-limit-configuration.ts';
import {
  chooseRedis,
  type RedisConfiguration,
  redisEnvironment,
} from '../infra/cluster/redis/redis-configuration.ts';
import type { Choice } from '../infra/installation/environment/choice.ts';
import { flag } from '../infra/installation/environment/flag.ts';
import type { TlsFiles } from '../infra/installation/tls/read-tls-files.ts';
import {
  chooseEmbedding,
  type EmbeddingConfiguration,
  embeddingEnvironment,
} from '../infra/models/embedding/embedding-configuration.ts';
import {
  chooseLanguageModels,
  generationSettingsOf,
  type LlmConfiguration,
  llmEnvironment,
} from '../infra/models/language-models/llm-configuration.ts';
import {
  choosePhiDetectors,
  type PhiConfiguration,
  phiEnvironment,
} from '../infra/models/phi-detection/phi-configuration.ts';
import {
  chooseReranking,
  type RerankConfiguration,
  rerankEnvironment,
} from '../infra/models/reranking/rerank-configuration.ts';
import {
  chooseVoice,
  type VoiceConfiguration,
  voiceEnvironment,
} from '../infra/models/voice/voice-configuration.ts';
import { logLevels } from '../infra/observability/create-logger.ts';
import {
  type LexicalIndexConfiguration,
  lexicalIndexConfigurationOf,
  lexicalIndexEnvironment,
} from '../infra/search/lexical-index/lexical-index-configuration.ts';
import {
  chooseQdrant,
  type QdrantConfiguration,
  qdrantEnvironment,
} from '../infra/search/vector-index/qdrant/qdrant-configuration.ts';
import type { VectorIndexChoice } from '../infra/search/vector-index/vector-index-choice.ts';
import {
  chooseVectorSearch,
  type VectorSearchConfiguration,
  vectorSearchEnvironment,
} from '../infra/search/vector-index/vector-search-configuration.ts';
import {
  type AlertConfiguration,
  alertEnvironment,
  chooseAlerts,
} from '../infra/services/alerts/alert-configuration.ts';
import {
  type CalendarConfiguration,
  calendarEnvironment,
  chooseCalendars,
} from '../infra/services/calendar/calendar-configuration.ts';
import {
  chooseSources,
  type SourceConfiguration,
  sourceEnvironment,
  withoutGuidelines,
} from '../infra/services/evidence-sources/source-configuration.ts';
import {
  chooseFhir,
  type FhirConfiguration,
  fhirEnvironment,
} from '../infra/services/fhir/fhir-configuration.ts';
import {
  chooseLookups,
  type LookupConfiguration,
  lookupEnvironment,
} from '../infra/services/lookups/lookup-configuration.ts';
import {
  chooseMailTools,
  type MailToolConfiguration,
  mailToolEnvironment,
} from '../infra/services/mail/mail-tool-configuration.ts';
import {
  chooseOtlp,
  type OtlpConfiguration,
  otlpEnvironment,
} from '../infra/services/outside/otlp-configuration.ts';
import {
  chooseWebdav,
  type WebdavConfiguration,
  webdavEnvironment,
} from '../infra/services/webdav/webdav-configuration.ts';
import {
  type BucketConfiguration,
  blobEnvironment,
  chooseBlobs,
} from '../infra/storage/blob-store/blob-configuration.ts';
import {
  type DatabaseConfiguration,
  databaseConfigurationOf,
  databaseEnvironment,
} from '../infra/storage/database/database-configuration.ts';
import { type EmbeddedSync, embeddedSyncs } from '../infra/storage/database/embedded-sync.ts';
import {
  chooseKurrent,
  type KurrentConfiguration,
  kurrentEnvironment,
} from '../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import {
  chooseKeyService,
  type KeyServiceConfiguration,
  keyServiceEnvironment,
} from '../infra/storage/key-vault/key-service-configuration.ts';
import {
  type ReplicaConfiguration,
  replicaConfigurationOf,
  replicaEnvironment,
} from '../infra/storage/read-replicas/replica-configuration.ts';
import {
  settingsEnvironment,
  settingsOf,
  unscreenedProblem,
} from '../infra/storage/settings/settings-environment.ts';
import type { NodeRole } from '../ports/nodes.ts';
import type { RateLimits } from '../read-api/rate-limits.ts';
import { misspeltVariables } from './misspelt-variables.ts';

const megabytes = 1024 * 1024;
/** What Number() makes of a word is NaN, which nobody wrote. */
const number = z.coerce.number({
  error: ({ code }) => (code === 'invalid_type' ? 'must be a number' : undefined),
});
const port = number.int().min(0).max(65_535);
const positive = number.int().positive();

/** Scheme, host and port as `Origin` has them; a pattern or `null` would let in whoever asks. */
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
    .default('./data')
    .describe('folder of the embedded database, the files and the keys'),
  LOG_LEVEL: z.enum(logLevels).default('info').describe('least severity that is logged'),
  ADMIN_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe(
      'fixes the token that makes other tokens, for scripts; otherwise one is made at the first start',
    ),
  JWT_SECRET: z
    .string()
    .refine(
      (secret) => Buffer.byteLength(secret) >= 32,
      'must have at least 32 bytes (RFC 7518, section 3.2)',
    )
    .optional()
    .describe('secret of the tokens that are accepted (HS256); at least 32 bytes'),
  JWKS_URL: z
    .url()
    .optional()
    .describe('where the public keys of the tokens that are accepted are published; instead of JWT_SECRET'),
  JWT_ISSUER: z.string().min(1).optional().describe('issuer (`iss`) that tokens must name'),
  JWT_MAX_HOURS: positive
    .max(24 * 366)
    .default(24)
    .describe('hours that a JWT may last (`exp` less `iat`); one that lasts longer is refused'),
  TOKEN_DEFAULT_DAYS: positive
    .max(3660)
    .default(90)
    .describe('days that a named token lasts whose maker does not say'),
  TOKEN_MAX_DAYS: positive.max(3660).default(366).describe('most days that a named token may last'),
  JWT_AUDIENCE: z.string().min(1).optional().describe('audience (`aud`) that tokens must name'),
  BREAK_GLASS_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_GRANT_MINUTES)
    .default(60)
    .describe('how long a break-glass grant holds (a day at most)'),
  JWT_TEAMS_CLAIM: z
    .string()
    .min(1)
    .max(256)
    .default('care_teams')
    .describe('claim that lists the care teams of a person (at most 100 names)'),
  ...databaseEnvironment,
  ...replicaEnvironment,
  ...blobEnvironment,
  ...nodeEnvironment,
  START_EMPTY: flag
    .default(false)
    .describe(
      'lets an empty server database take the place of an embedded one with something in it, without bringing that over; `npm start -- --start-empty` is the same, and the answer is remembered',
    ),
  MASTER_KEY: z
    .string()
    .optional()
    .describe(
      "32 bytes in hex or base64 that wrap the subjects' keys; whoever can look at the process or its container's settings sees it, so rather `MASTER_KEY_FILE`",
    ),
  MASTER_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'a file outside of the data directory that holds the master key, for its owner alone (0600), such as a mounted secret; otherwise it is made in `keys/`, beside the data that it opens',
    ),
  ...keyServiceEnvironment,
  MIN_FREE_DISK_MB: positive
    .max(1_000_000)
    .default(256)
    .describe(
      'room in megabytes that stays free under `DATA_DIR`: with less, writes are refused with 503 (`component: disk`), `/health/ready` says so, and reads go on',
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
      'largest file in megabytes; of text, Markdown and HTML 200 MB are read at most, of Word 226 MB',
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
    .describe('days after which a request to erase somebody expires that nobody has confirmed'),
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
  TLS_CERT: z
    .string()
    .min(1)
    .optional()
    .describe(
      'file with the certificate (PEM, with its chain) by which this server speaks TLS itself; looked at again each minute, so that a renewed one is used without a restart',
    ),
  TLS_KEY: z.string().min(1).optional().describe('file with the private key of that certificate (PEM)'),
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
    .describe('folder of the models that `models install` puts there, `models` in `DATA_DIR` unless told'),
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

/** Settings that are whole numbers. Converting would also take ` +3e3`, which nobody means to write. */
const wholeNumbers = Object.entries(
  z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' }).properties ?? {},
).flatMap(([name, property]) => (typeof property === 'object' && property.type === 'integer' ? [name] : []));

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
    readonly maxLifeSeconds: number;
    readonly teamsClaim: string;
  };
  /** Days that named tokens last. */
  readonly tokens: { readonly defaultDays: number; readonly maxDays: number };
  readonly databaseUrl?: string;
  readonly database: DatabaseConfiguration;
  /** Replicas of that server for reading. */
  readonly replicas: ReplicaConfiguration;
  /** Whether an empty database at `databaseUrl` may take the place of an embedded one that has something in it. */
  readonly startEmpty: boolean;
  readonly masterKey?: string;
  /** The file of the master key, where it is not in the data directory. */
  readonly masterKeyFile?: string;
  readonly keyService?: KeyServiceConfiguration;
  /** Bytes. */
  readonly maxUploadBytes: number;
  /** Bytes of the disk under the data directory that are left free. */
  readonly minFreeDiskBytes: number;
  readonly embeddedSync: EmbeddedSync;
  readonly indexingConcurrency: number;
  readonly queryConcurrency: number;
  /** Milliseconds. */
  readonly queryDeadline: number;
  /** Milliseconds. */
  /** Milliseconds. */
  readonly erasureRequestLifetime: number;
  readonly searchTimeout: number;
  readonly pollInterval: number;
  readonly readTimeout: number;
  readonly trustProxy: boolean;
  /** How long a break-glass grant holds. */
  readonly breakGlassMinutes: number;
  readonly tls?: TlsFiles;
  readonly corsOrigins: readonly string[];
  /** Whether results that hold PHI are given to clients of the Model Context Protocol. */
  readonly mcpGivesPhi: boolean;
  /** How much anybody may do in a time. */
  readonly rates: RateLimits;
  readonly maxStreamsPerUser: number;
  readonly embedding: EmbeddingConfiguration;
  readonly reranking: RerankConfiguration;
  /** Where installed models lie. */
  readonly modelsDir: string;
  readonly phi: PhiConfiguration;
  readonly alerts: AlertConfiguration;
  /** How questions are answered, as far as the environment says. */
  readonly consultation: SomeSettings;
  /** What this node does among those on the same database. */
  readonly role: NodeRole;
  /** The models that write answers. */
  readonly llm: LlmConfiguration;
  /** The model that is spoken with. */
  readonly voice?: VoiceConfiguration;
  /** Sources outside that questions are looked up in. */
  readonly sources: SourceConfiguration;
  /** Services outside that tools alone ask. */
  readonly lookups: LookupConfiguration;
  /** Where people's files are, for the tools that find and read them. */
  readonly webdav?: WebdavConfiguration;
  /** Where patient records are, for the tool that reads them. */
  readonly fhir?: FhirConfiguration;
  /** The calendars of people. */
  readonly calendar?: CalendarConfiguration;
  /** In which people say times and days. */
  readonly timeZone: string;
  /** Where people's e-mails are, for the tools that find and send them. */
  readonly mailTools: MailToolConfiguration;
  /** What should be said at the start of settings that do nothing, if anything. */
  readonly unusedKeyAdvice?: string;
  /** Variables that nothing reads, with those that were probably meant. */
  readonly misspelt: ReturnType<typeof misspeltVariables>;
  /** How vectors are kept in the database. */
  readonly vectorIndex: VectorIndexChoice;
  /** How they are searched where they are many. */
  readonly vectorSearch: VectorSearchConfiguration;
  readonly lexicalIndex: LexicalIndexConfiguration;
  /** The bucket of the files, unless they are in the data directory. */
  readonly bucket?: BucketConfiguration;
  /** Where the log is, unless in the database. */
  readonly kurrent?: KurrentConfiguration;
  /** Where vectors are kept instead. */
  readonly qdrant?: QdrantConfiguration;
  /** What several nodes share for a short time. */
  readonly redis?: RedisConfiguration;
  /** Where events are published, and consumers take their work from. */
  readonly kafka?: KafkaConfiguration;
  /** Where traces are sent. */
  readonly otlp?: OtlpConfiguration;
};

/** Until version 0.2 such a key sent documents to OpenAI; an installation that relied on it must hear that it does not. */
const unusedKeyAdvice = (env: z.output<typeof settingsSchema>): string | undefined =>
  env.OPENAI_API_KEY === undefined || env.EMBEDDING_PROVIDER !== undefined || env.LLM_PROVIDER !== undefined
    ? undefined
    : 'OPENAI_API_KEY is set, and nothing uses it: by itself it switches nothing. Set EMBEDDING_PROVIDER=openai to have documents and questions embedded there (until this version the key alone did so), LLM_PROVIDER=openai to have answers written there.';

/** Names what is wrong with the environment; shown to the person who starts the program. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

const wrong = (...problems: readonly string[]): ConfigurationError =>
  new ConfigurationError(`The environment is not set up correctly:\n  ${problems.join('\n  ')}`);

const chosen = <Value>(choice: Choice<Value>): Value => {
  if (!choice.ok) throw wrong(choice.problem);
  return choice.value;
};

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
  const odd = wholeNumbers.filter((name) => set[name] !== undefined && !wholeNumberText.test(set[name]));
  if (odd.length > 0) throw wrong(...odd.map((name) => `${name} must be a whole number, in digits alone`));
  const parsed = settingsSchema.safeParse(set, { error: plainIssue });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw wrong(...problems);
  }
  const env = parsed.data;
  if (env.JWT_SECRET && env.JWKS_URL) {
    throw new ConfigurationError('Set JWT_SECRET or JWKS_URL, not both.');
  }
  if ((env.TLS_CERT === undefined) !== (env.TLS_KEY === undefined)) {
    throw new ConfigurationError('Set TLS_CERT and TLS_KEY together: each is of no use without the other.');
  }
  const embedding = chosen(chooseEmbedding(env));
  const reranking = chosen(chooseReranking(env));
  const phi = chosen(choosePhiDetectors(env));
  const sources = chosen(chooseSources(env));
  const calendar = chosen(chooseCalendars(env));
  const webdav = chosen(chooseWebdav(env));
  const mailTools = chosen(chooseMailTools(env));
  const lookups = chosen(chooseLookups(env));
  const fhir = chosen(chooseFhir(env));
  const alerts = chosen(chooseAlerts(env));
  const llm = chosen(chooseLanguageModels(env));
  const voice = chosen(chooseVoice(env));
  const unscreened = unscreenedProblem(env, [embedding, reranking]);
  if (unscreened !== undefined) throw wrong(unscreened);
  if (env.MASTER_KEY && env.MASTER_KEY_FILE) {
    throw new ConfigurationError('Set MASTER_KEY or MASTER_KEY_FILE, not both.');
  }
  const keyService = chosen(chooseKeyService(env));
  const bucket = chosen(chooseBlobs({ ...env, AWS_REGION: environment.AWS_REGION }));
  const kurrent = chosen(chooseKurrent(env));
  const qdrant = chosen(chooseQdrant(env));
  if (qdrant && env.VECTOR_INDEX !== 'auto') {
    throw new ConfigurationError('Set QDRANT_URL or VECTOR_INDEX, not both.');
  }
  const role = chosen(chooseRole(env));
  return {
    role,
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    ...omitUndefined({
      bucket,
      adminToken: env.ADMIN_TOKEN,
      databaseUrl: env.DATABASE_URL,
      masterKey: env.MASTER_KEY,
      masterKeyFile: env.MASTER_KEY_FILE,
      keyService,
      kurrent,
      qdrant,
      redis: chosen(chooseRedis(env)),
      kafka: chosen(chooseKafka(env)),
      otlp: chosen(chooseOtlp(env)),
      webdav,
      fhir,
      calendar,
      unusedKeyAdvice: unusedKeyAdvice(env),
      voice,
    }),
    timeZone: env.CALENDAR_TIME_ZONE ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    misspelt: misspeltVariables(Object.keys(set), Object.keys(settingsSchema.shape)),
    ...(env.JWT_SECRET || env.JWKS_URL
      ? {
          jwt: {
            teamsClaim: env.JWT_TEAMS_CLAIM,
            maxLifeSeconds: env.JWT_MAX_HOURS * 3600,
            ...omitUndefined({
              secret: env.JWT_SECRET,
              jwksUrl: env.JWKS_URL,
              issuer: env.JWT_ISSUER,
              audience: env.JWT_AUDIENCE,
            }),
          },
        }
      : {}),
    tokens: {
      defaultDays: Math.min(env.TOKEN_DEFAULT_DAYS, env.TOKEN_MAX_DAYS),
      maxDays: env.TOKEN_MAX_DAYS,
    },
    database: databaseConfigurationOf(env),
    replicas: replicaConfigurationOf(env),
    startEmpty: env.START_EMPTY,
    maxUploadBytes: env.MAX_UPLOAD_MB * megabytes,
    minFreeDiskBytes: env.MIN_FREE_DISK_MB * megabytes,
    embeddedSync: env.EMBEDDED_SYNC,
    indexingConcurrency: env.INDEXING_CONCURRENCY,
    queryConcurrency: env.QUERY_CONCURRENCY,
    queryDeadline: env.QUERY_DEADLINE_MS,
    erasureRequestLifetime: env.ERASURE_REQUEST_DAYS * 24 * 60 * 60 * 1000,
    searchTimeout: env.SEARCH_TIMEOUT_MS,
    pollInterval: env.POLL_INTERVAL_MS,
    readTimeout: env.READ_TIMEOUT_MS,
    trustProxy: env.TRUST_PROXY,
    breakGlassMinutes: env.BREAK_GLASS_MINUTES,
    ...(env.TLS_CERT && env.TLS_KEY ? { tls: { certFile: env.TLS_CERT, keyFile: env.TLS_KEY } } : {}),
    corsOrigins: env.CORS_ORIGINS ?? [],
    mcpGivesPhi: env.MCP_GIVES_PHI,
    rates: rateLimitsFrom(env),
    maxStreamsPerUser: env.MAX_STREAMS_PER_USER,
    embedding,
    reranking,
    modelsDir: env.MODELS_DIR ?? join(env.DATA_DIR, 'models'),
    phi,
    alerts,
    consultation: {
      ...settingsOf(env, set.SEARCH_TIMEOUT_MS === undefined ? undefined : env.SEARCH_TIMEOUT_MS),
      ...generationSettingsOf(llm),
      ...withoutGuidelines(env),
    },
    llm,
    sources,
    mailTools,
    lookups,
    vectorIndex: env.VECTOR_INDEX,
    vectorSearch: chosen(chooseVectorSearch(env)),
    lexicalIndex: lexicalIndexConfigurationOf(env),
  };
};
