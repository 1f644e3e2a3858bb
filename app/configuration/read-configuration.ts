import { join } from 'node:path';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { chooseKafka } from '../../infra/cluster/kafka/kafka-configuration.ts';
import { chooseRole } from '../../infra/cluster/nodes/node-configuration.ts';
import { rateLimitsFrom } from '../../infra/cluster/rate-limiter/rate-limit-configuration.ts';
import { chooseRedis } from '../../infra/cluster/redis/redis-configuration.ts';
import type { Choice } from '../../infra/installation/environment/choice.ts';
import { chooseTls } from '../../infra/installation/tls/tls-configuration.ts';
import { chooseEmbedding } from '../../infra/models/embedding/embedding-configuration.ts';
import {
  chooseLanguageModels,
  generationSettingsOf,
} from '../../infra/models/language-models/llm-configuration.ts';
import { choosePhiDetectors } from '../../infra/models/phi-detection/phi-configuration.ts';
import { chooseReranking } from '../../infra/models/reranking/rerank-configuration.ts';
import { chooseVoice } from '../../infra/models/voice/voice-configuration.ts';
import { lexicalIndexConfigurationOf } from '../../infra/search/lexical-index/lexical-index-configuration.ts';
import { chooseQdrant } from '../../infra/search/vector-index/qdrant/qdrant-configuration.ts';
import { chooseVectorSearch } from '../../infra/search/vector-index/vector-search-configuration.ts';
import { chooseAlerts } from '../../infra/services/alerts/alert-configuration.ts';
import { chooseJwt } from '../../infra/services/auth/jwt-configuration.ts';
import { chooseOidc } from '../../infra/services/auth/oidc-configuration.ts';
import { sessionTermsOf } from '../../infra/services/auth/session-configuration.ts';
import { chooseCalendars } from '../../infra/services/calendar/calendar-configuration.ts';
import {
  chooseSources,
  withoutGuidelines,
} from '../../infra/services/evidence-sources/source-configuration.ts';
import { chooseFhir } from '../../infra/services/fhir/fhir-configuration.ts';
import { chooseLookups } from '../../infra/services/lookups/lookup-configuration.ts';
import { chooseMailTools } from '../../infra/services/mail/mail-tool-configuration.ts';
import { chooseOtlp } from '../../infra/services/outside/otlp-configuration.ts';
import { chooseWebdav } from '../../infra/services/webdav/webdav-configuration.ts';
import { chooseWitnesses } from '../../infra/services/witnesses/witness-configuration.ts';
import { chooseBlobs } from '../../infra/storage/blob-store/blob-configuration.ts';
import { databaseConfigurationOf } from '../../infra/storage/database/database-configuration.ts';
import { chooseKurrent } from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import { chooseMasterKey } from '../../infra/storage/key-vault/master-key-configuration.ts';
import { sealingConfigurationOf } from '../../infra/storage/log-proof/sealing-configuration.ts';
import { replicaConfigurationOf } from '../../infra/storage/read-replicas/replica-configuration.ts';
import { settingsOf, unscreenedProblem } from '../../infra/storage/settings/settings-environment.ts';
import type { Configuration } from './configuration.ts';
import { wrongEnvironment } from './configuration-error.ts';
import { misspeltVariables } from './misspelt-variables.ts';
import { parseSettings, type Settings } from './parse-settings.ts';
import { settingsSchema } from './settings-schema.ts';

const megabytes = 1024 * 1024;

/** Until version 0.2 this key alone sent documents to OpenAI; an installation that relied on that needs a warning. */
const unusedKeyAdvice = (env: Settings): string | undefined =>
  env.OPENAI_API_KEY === undefined || env.EMBEDDING_PROVIDER !== undefined || env.LLM_PROVIDER !== undefined
    ? undefined
    : 'OPENAI_API_KEY is set, but the key alone has no effect. Set EMBEDDING_PROVIDER=openai to embed documents and questions there (which the key alone did until this version), or LLM_PROVIDER=openai to write answers there.';

const chosen = <Value>(choice: Choice<Value>): Value => {
  if (!choice.ok) throw wrongEnvironment(choice.problem);
  return choice.value;
};

/** How callers reach the server, how they authenticate, and their limits. */
const doorOf = (env: Settings) => ({
  host: env.HOST,
  port: env.PORT,
  trustProxy: env.TRUST_PROXY,
  corsOrigins: env.CORS_ORIGINS ?? [],
  mcpGivesPhi: env.MCP_GIVES_PHI,
  rates: rateLimitsFrom(env),
  maxStreamsPerUser: env.MAX_STREAMS_PER_USER,
  maxUploadBytes: env.MAX_UPLOAD_MB * megabytes,
  breakGlassMinutes: env.BREAK_GLASS_MINUTES,
  sessions: sessionTermsOf(env),
  consoleDir: env.CONSOLE_DIR ?? join(import.meta.dirname, '../../console/dist'),
  tokens: {
    defaultDays: Math.min(env.TOKEN_DEFAULT_DAYS, env.TOKEN_MAX_DAYS),
    maxDays: env.TOKEN_MAX_DAYS,
  },
  ...omitUndefined({
    adminToken: env.ADMIN_TOKEN,
    environment: env.ENVIRONMENT,
    publicUrl: env.PUBLIC_URL,
    jwt: chosen(chooseJwt(env)),
    oidc: chosen(chooseOidc(env)),
    tls: chosen(chooseTls(env)),
  }),
});

/** The storage of data, files and keys. */
const storageOf = (env: Settings, region: string | undefined) => {
  const qdrant = chosen(chooseQdrant(env));
  if (qdrant && env.VECTOR_INDEX !== 'auto')
    throw wrongEnvironment('Set QDRANT_URL or VECTOR_INDEX, not both.');
  return {
    dataDir: env.DATA_DIR,
    database: databaseConfigurationOf(env),
    replicas: replicaConfigurationOf(env),
    startEmpty: env.START_EMPTY,
    minFreeDiskBytes: env.MIN_FREE_DISK_MB * megabytes,
    embeddedSync: env.EMBEDDED_SYNC,
    sealing: sealingConfigurationOf(env),
    witnesses: chosen(chooseWitnesses(env)),
    ...chosen(chooseMasterKey({ ...env, AWS_REGION: region })),
    ...omitUndefined({
      databaseUrl: env.DATABASE_URL,
      bucket: chosen(chooseBlobs({ ...env, AWS_REGION: region })),
      kurrent: chosen(chooseKurrent(env)),
      redis: chosen(chooseRedis(env)),
      qdrant,
    }),
    vectorIndex: env.VECTOR_INDEX,
    vectorSearch: chosen(chooseVectorSearch(env)),
    lexicalIndex: lexicalIndexConfigurationOf(env),
  };
};

/** The models for embedding, reranking, PHI detection, answers and voice. */
const modelsOf = (env: Settings) => {
  const embedding = chosen(chooseEmbedding(env));
  const reranking = chosen(chooseReranking(env));
  const unscreened = unscreenedProblem(env, [embedding, reranking]);
  if (unscreened !== undefined) throw wrongEnvironment(unscreened);
  return {
    embedding,
    reranking,
    modelsDir: env.MODELS_DIR ?? join(env.DATA_DIR, 'models'),
    ...omitUndefined({ modelsRepository: env.MODELS_REPOSITORY }),
    phi: chosen(choosePhiDetectors(env)),
    llm: chosen(chooseLanguageModels(env)),
    ...omitUndefined({ voice: chosen(chooseVoice(env)), unusedKeyAdvice: unusedKeyAdvice(env) }),
  };
};

/** External services. */
const servicesOf = (env: Settings) => ({
  sources: chosen(chooseSources(env)),
  mailTools: chosen(chooseMailTools(env)),
  lookups: chosen(chooseLookups(env)),
  alerts: chosen(chooseAlerts(env)),
  timeZone: env.CALENDAR_TIME_ZONE ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...omitUndefined({
    webdav: chosen(chooseWebdav(env)),
    fhir: chosen(chooseFhir(env)),
    calendar: chosen(chooseCalendars(env)),
    kafka: chosen(chooseKafka(env)),
    otlp: chosen(chooseOtlp(env)),
  }),
});

/** The limits on concurrency and time. */
const limitsOf = (env: Settings) => ({
  indexingConcurrency: env.INDEXING_CONCURRENCY,
  queryConcurrency: env.QUERY_CONCURRENCY,
  queryDeadline: env.QUERY_DEADLINE_MS,
  erasureRequestLifetime: env.ERASURE_REQUEST_DAYS * 24 * 60 * 60 * 1000,
  searchTimeout: env.SEARCH_TIMEOUT_MS,
  pollInterval: env.POLL_INTERVAL_MS,
  readTimeout: env.READ_TIMEOUT_MS,
});

/**
 * Reads the configuration from environment variables. An empty variable counts as not set.
 *
 * @throws ConfigurationError that names each invalid variable; never its value, which may be a secret
 */
export const readConfiguration = (
  environment: Readonly<Record<string, string | undefined>>,
): Configuration => {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const env = parseSettings(set);
  const models = modelsOf(env);
  return {
    role: chosen(chooseRole(env)),
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    misspelt: misspeltVariables(Object.keys(set), Object.keys(settingsSchema.shape)),
    ...doorOf(env),
    ...storageOf(env, environment.AWS_REGION),
    ...models,
    ...servicesOf(env),
    ...limitsOf(env),
    consultation: {
      ...settingsOf(env, set.SEARCH_TIMEOUT_MS === undefined ? undefined : env.SEARCH_TIMEOUT_MS),
      ...generationSettingsOf(models.llm),
      ...withoutGuidelines(env),
    },
  };
};
