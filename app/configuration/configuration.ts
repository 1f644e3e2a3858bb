import type { PartialSettings } from '../../domain/operations/consultation-settings.ts';
import type { KafkaConfiguration } from '../../infra/cluster/kafka/kafka-configuration.ts';
import type { RedisConfiguration } from '../../infra/cluster/redis/redis-configuration.ts';
import type { TlsFiles } from '../../infra/installation/tls/read-tls-files.ts';
import type { EmbeddingConfiguration } from '../../infra/models/embedding/embedding-configuration.ts';
import type { LlmConfiguration } from '../../infra/models/language-models/llm-configuration.ts';
import type { PhiConfiguration } from '../../infra/models/phi-detection/phi-configuration.ts';
import type { RerankConfiguration } from '../../infra/models/reranking/rerank-configuration.ts';
import type { VoiceConfiguration } from '../../infra/models/voice/voice-configuration.ts';
import type { LogFormat } from '../../infra/observability/log-format.ts';
import type { LogLevel } from '../../infra/observability/log-level.ts';
import type { LexicalIndexConfiguration } from '../../infra/search/lexical-index/lexical-index-configuration.ts';
import type { QdrantConfiguration } from '../../infra/search/vector-index/qdrant/qdrant-configuration.ts';
import type { VectorIndexChoice } from '../../infra/search/vector-index/vector-index-choice.ts';
import type { VectorSearchConfiguration } from '../../infra/search/vector-index/vector-search-configuration.ts';
import type { AlertConfiguration } from '../../infra/services/alerts/alert-configuration.ts';
import type { JwtConfiguration } from '../../infra/services/auth/jwt-configuration.ts';
import type { OidcConfiguration } from '../../infra/services/auth/oidc-configuration.ts';
import type { SessionTerms } from '../../infra/services/auth/session-configuration.ts';
import type { CalendarConfiguration } from '../../infra/services/calendar/calendar-configuration.ts';
import type { SourceConfiguration } from '../../infra/services/evidence-sources/source-configuration.ts';
import type { FhirConfiguration } from '../../infra/services/fhir/fhir-configuration.ts';
import type { LookupConfiguration } from '../../infra/services/lookups/lookup-configuration.ts';
import type { MailToolConfiguration } from '../../infra/services/mail/mail-tool-configuration.ts';
import type { OtlpConfiguration } from '../../infra/services/outside/otlp-configuration.ts';
import type { WebdavConfiguration } from '../../infra/services/webdav/webdav-configuration.ts';
import type { WitnessConfiguration } from '../../infra/services/witnesses/witness-configuration.ts';
import type { BucketConfiguration } from '../../infra/storage/blob-store/blob-configuration.ts';
import type { DatabaseConfiguration } from '../../infra/storage/database/database-configuration.ts';
import type { EmbeddedSync } from '../../infra/storage/database/embedded-sync.ts';
import type { KurrentConfiguration } from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import type { MasterKeyConfiguration } from '../../infra/storage/key-vault/master-key-configuration.ts';
import type { SealingConfiguration } from '../../infra/storage/log-proof/sealing-configuration.ts';
import type { ReplicaConfiguration } from '../../infra/storage/read-replicas/replica-configuration.ts';
import type { NodeRole } from '../../ports/nodes.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { misspeltVariables } from './misspelt-variables.ts';

/** The configuration of the program. The README explains the variables. */
export type Configuration = MasterKeyConfiguration & {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly adminToken?: string;
  /** The issuer whose JWTs are accepted. */
  readonly jwt?: JwtConfiguration;
  /** The identity provider with which people sign in to the console. */
  readonly oidc?: OidcConfiguration;
  /** How long sessions in browsers last. */
  readonly sessions: SessionTerms;
  /** The address at which people open the console; without a slash at its end. */
  readonly publicUrl?: string;
  /** The folder of the built web console. */
  readonly consoleDir: string;
  /** The name of this environment, if it has one. */
  readonly environment?: string;
  /** The lifetime of named tokens, in days. */
  readonly tokens: { readonly defaultDays: number; readonly maxDays: number };
  readonly databaseUrl?: string;
  readonly database: DatabaseConfiguration;
  /** Read replicas of that server. */
  readonly replicas: ReplicaConfiguration;
  /** Whether an empty database at `databaseUrl` may replace an embedded one that has data. */
  readonly startEmpty: boolean;
  /** Bytes. */
  readonly maxUploadBytes: number;
  /** The space to leave free on the disk of the data directory, in bytes. */
  readonly minFreeDiskBytes: number;
  readonly embeddedSync: EmbeddedSync;
  readonly indexingConcurrency: number;
  readonly queryConcurrency: number;
  /** Milliseconds. */
  readonly queryDeadline: number;
  /** Milliseconds. */
  readonly erasureRequestLifetime: number;
  /** Milliseconds, like the next two. */
  readonly searchTimeout: number;
  readonly pollInterval: number;
  readonly readTimeout: number;
  readonly trustProxy: boolean;
  /** The duration of a break-glass grant. */
  readonly breakGlassMinutes: number;
  readonly tls?: TlsFiles;
  readonly corsOrigins: readonly string[];
  /** Whether clients of the Model Context Protocol receive results that contain PHI. */
  readonly mcpGivesPhi: boolean;
  /** The rate limits. */
  readonly rates: RateLimits;
  readonly maxStreamsPerUser: number;
  readonly embedding: EmbeddingConfiguration;
  readonly reranking: RerankConfiguration;
  /** The folder of installed models. */
  readonly modelsDir: string;
  /** The Maven repository from which models are installed. */
  readonly modelsRepository?: string;
  readonly phi: PhiConfiguration;
  readonly alerts: AlertConfiguration;
  /** The settings for answering questions that the environment sets. */
  readonly consultation: PartialSettings;
  /** The role of this node among those on the same database. */
  readonly role: NodeRole;
  /** The models that write answers. */
  readonly llm: LlmConfiguration;
  /** The model for voice conversations. */
  readonly voice?: VoiceConfiguration;
  /** External sources for answering questions. */
  readonly sources: SourceConfiguration;
  /** External services that only tools use. */
  readonly lookups: LookupConfiguration;
  /** The server of people's files, for the tools that find and read them. */
  readonly webdav?: WebdavConfiguration;
  /** The server of patient records, for the tool that reads them. */
  readonly fhir?: FhirConfiguration;
  /** The server of people's calendars. */
  readonly calendar?: CalendarConfiguration;
  /** The time zone in which people state times and days. */
  readonly timeZone: string;
  /** The servers of people's e-mails, for the tools that find and send them. */
  readonly mailTools: MailToolConfiguration;
  /** Advice at the start about keys that have no effect, if any. */
  readonly unusedKeyAdvice?: string;
  /** Unknown variables, with the ones that were probably meant. */
  readonly misspelt: ReturnType<typeof misspeltVariables>;
  /** How vectors are stored in the database. */
  readonly vectorIndex: VectorIndexChoice;
  /** How large numbers of vectors are searched. */
  readonly vectorSearch: VectorSearchConfiguration;
  readonly lexicalIndex: LexicalIndexConfiguration;
  /** The bucket of the files, unless they are in the data directory. */
  readonly bucket?: BucketConfiguration;
  /** When checkpoints of the log are signed. */
  readonly sealing: SealingConfiguration;
  /** Who keeps these checkpoints outside. */
  readonly witnesses: WitnessConfiguration;
  /** The KurrentDB of the log, unless the log is in the database. */
  readonly kurrent?: KurrentConfiguration;
  /** The Qdrant server of the vectors, unless they are in the database. */
  readonly qdrant?: QdrantConfiguration;
  /** The Redis server for short-lived state that nodes share. */
  readonly redis?: RedisConfiguration;
  /** The Kafka brokers that events are published to, and that consumers may take their work from. */
  readonly kafka?: KafkaConfiguration;
  /** The receiver of traces. */
  readonly otlp?: OtlpConfiguration;
};
