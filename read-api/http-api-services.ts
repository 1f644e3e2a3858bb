import type { CommandDefinition } from '../commands/runtime/command-definition.ts';
import type { CommandRuntime } from '../commands/runtime/command-runtime.ts';
import type { RefusalRecorder } from '../commands/runtime/refusal-recorder.ts';
import type { Fingerprint } from '../domain/consultation/counted-question.ts';
import type { EmbeddingModelName } from '../domain/operations/embedding-model-events.ts';
import type { WitnessStatus } from '../domain/operations/witnessing-decider.ts';
import type { AlertChannel } from '../ports/alerts.ts';
import type { AnswerFeed } from '../ports/answer-feed.ts';
import type { AnswerRerun } from '../ports/answer-rerun.ts';
import type { Authenticator } from '../ports/authenticator.ts';
import type { BrowserSessions } from '../ports/browser-sessions.ts';
import type { Clock } from '../ports/clock.ts';
import type { ComponentMonitor } from '../ports/component-health.ts';
import type { ConversationHistory } from '../ports/conversation-history.ts';
import type { Doctor } from '../ports/doctor.ts';
import type { PlanErasure } from '../ports/erasure-plan.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { HealthReader } from '../ports/health.ts';
import type { IdentitySource } from '../ports/identity.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';
import type { IndexChecker } from '../ports/index-checker.ts';
import type { KnowledgeSearch } from '../ports/knowledge-search.ts';
import type { LogLosses } from '../ports/log-losses.ts';
import type { LogProofs } from '../ports/log-proofs.ts';
import type { Logger } from '../ports/logger.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { ListNodes } from '../ports/nodes.ts';
import type { PageImages } from '../ports/page-images.ts';
import type { ProjectionVerifier } from '../ports/projection-verifier.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { RealtimeModel } from '../ports/realtime-model.ts';
import type { WriteSealedExport } from '../ports/sealed-export.ts';
import type { SealedSearches } from '../ports/sealed-searches.ts';
import type { FollowedSettings } from '../ports/settings-reader.ts';
import type { SignInCodes } from '../ports/sign-in-codes.ts';
import type { SourceList } from '../ports/source-list.ts';
import type { StaticFiles } from '../ports/static-files.ts';
import type { StoredInstallation } from '../ports/stored-installation.ts';
import type { StreamTickets } from '../ports/stream-tickets.ts';
import type { ToolRegistry } from '../ports/tool-registry.ts';
import type { TraceScope } from '../ports/trace-scope.ts';
import type { ProjectionStatusReader } from '../projections/projection-status.ts';
import type { ReadModelReader } from '../projections/read-model-reader.ts';
import type { HttpLimits } from './http-limits.ts';

/** The dependencies of the HTTP API. */
export type HttpApiServices = CommandRuntime & {
  readonly commands: readonly CommandDefinition[];
  readonly eventStore: EventStore;
  /** Proofs about the log. */
  readonly logProofs: LogProofs;
  /** What the configured witnesses keep of its checkpoints. */
  readonly readWitnesses: () => Promise<readonly WitnessStatus[]>;
  readonly writeSealedExport: WriteSealedExport;
  /** Present when the log is in KurrentDB. */
  readonly logLosses?: LogLosses;
  /** The source of a backup. */
  readonly storedInstallation: StoredInstallation;
  readonly readModels: ReadModelReader;
  /** Draws pages of documents. */
  readonly pageImages: PageImages;
  /** The selectable embedding models, the configured one first. */
  readonly embeddingModels: readonly EmbeddingModelName[];
  /** The version of the file reader: see `READER_VERSION`. */
  readonly reader: number;
  /** The history of conversations. */
  readonly history: ConversationHistory;
  /** The settings for answering questions. */
  readonly settings: FollowedSettings;
  /** The sources for questions. */
  readonly listSources: SourceList;
  readonly projectionStatus: ProjectionStatusReader;
  /** Lists the processes that share the work. */
  readonly listNodes: ListNodes;
  readonly doctor: Doctor;
  readonly projectionVerifier: ProjectionVerifier;
  readonly indexChecker: IndexChecker;
  readonly search: KnowledgeSearch;
  /** The tools that models may call. */
  readonly tools: ToolRegistry;
  /** Whether clients of the Model Context Protocol receive results that contain PHI; off by default. */
  readonly mcpGivesPhi?: boolean;
  /** Recomposes answers for explanations. */
  readonly answerRerun: AnswerRerun;
  /** The key for counting equal questions without their text. */
  readonly fingerprint: Fingerprint;
  readonly planErasure: PlanErasure;
  readonly authenticator: Authenticator;
  readonly streamTickets: StreamTickets;
  readonly sealedSearches: SealedSearches;
  readonly browserSessions: BrowserSessions;
  readonly signInCodes: SignInCodes;
  /** The identity provider with which people sign in, if one is configured. */
  readonly identityProvider?: IdentityProvider;
  /** Drafts of answers while they are written. */
  readonly answerFeed: Pick<AnswerFeed, 'follow'>;
  /** The voice model, if one is configured. */
  readonly voice?: RealtimeModel;
  /** Records refused requests. */
  readonly refusals: RefusalRecorder;
  /** Counts against `limits.rates`. */
  readonly rateLimiter: RateLimiter;
  /** Answers a challenge to prove that this server owns the data directory. */
  readonly prove: (challenge: string) => string;
  readonly health: HealthReader;
  /** The components that answers depend on, as this process sees them. */
  readonly components: Pick<ComponentMonitor, 'states' | 'degraded'>;
  /** The configured alert channels. */
  readonly alertChannels: readonly AlertChannel[];
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** All metrics in the Prometheus text format. */
  readonly renderMetrics: () => Promise<string>;
  readonly traces: TraceScope;
  readonly clock: Clock;
  readonly identity: IdentitySource;
  /** Aborted when the process is about to stop: open streams end and readiness fails. */
  readonly stopping: AbortSignal;
  readonly limits: HttpLimits;
  /** Whether a trusted proxy sets `X-Forwarded-For`; its last entry is then the caller's address. */
  readonly trustProxy?: boolean;
  /** Origins whose pages may read responses; none by default. */
  readonly corsOrigins?: readonly string[];
  /** The files of the web console. */
  readonly console?: StaticFiles;
  /** The address at which people open the console, if it is not that of their requests; without a slash at its end. */
  readonly publicUrl?: string;
  /** The name of the environment, shown to everyone, such as `production`. */
  readonly environment?: string;
  /** Shown in the OpenAPI document. */
  readonly version: string;
};
