import type { SomeSettings } from '../../domain/operations/consultation-settings.ts';
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
import type { CalendarConfiguration } from '../../infra/services/calendar/calendar-configuration.ts';
import type { SourceConfiguration } from '../../infra/services/evidence-sources/source-configuration.ts';
import type { FhirConfiguration } from '../../infra/services/fhir/fhir-configuration.ts';
import type { LookupConfiguration } from '../../infra/services/lookups/lookup-configuration.ts';
import type { MailToolConfiguration } from '../../infra/services/mail/mail-tool-configuration.ts';
import type { OtlpConfiguration } from '../../infra/services/outside/otlp-configuration.ts';
import type { WebdavConfiguration } from '../../infra/services/webdav/webdav-configuration.ts';
import type { BucketConfiguration } from '../../infra/storage/blob-store/blob-configuration.ts';
import type { DatabaseConfiguration } from '../../infra/storage/database/database-configuration.ts';
import type { EmbeddedSync } from '../../infra/storage/database/embedded-sync.ts';
import type { KurrentConfiguration } from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import type { MasterKeyConfiguration } from '../../infra/storage/key-vault/master-key-configuration.ts';
import type { ReplicaConfiguration } from '../../infra/storage/read-replicas/replica-configuration.ts';
import type { NodeRole } from '../../ports/nodes.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { misspeltVariables } from './misspelt-variables.ts';

/** How the program is set up. See the README for what each variable means. */
export type Configuration = MasterKeyConfiguration & {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly adminToken?: string;
  /** Whose JWTs are accepted. */
  readonly jwt?: JwtConfiguration;
  /** Days that named tokens last. */
  readonly tokens: { readonly defaultDays: number; readonly maxDays: number };
  readonly databaseUrl?: string;
  readonly database: DatabaseConfiguration;
  /** Replicas of that server for reading. */
  readonly replicas: ReplicaConfiguration;
  /** Whether an empty database at `databaseUrl` may take the place of an embedded one that has something in it. */
  readonly startEmpty: boolean;
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
  readonly erasureRequestLifetime: number;
  /** Milliseconds, as the next two are. */
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
