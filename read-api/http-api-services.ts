import type { CommandDefinition } from '../commands/runtime/command-definition.ts';
import type { CommandRuntime } from '../commands/runtime/command-runtime.ts';
import type { RefusalRecorder } from '../commands/runtime/refusal-recorder.ts';
import type { Fingerprint } from '../domain/consultation/counted-question.ts';
import type { EmbeddingModelName } from '../domain/operations/embedding-model-events.ts';
import type { Authenticator } from '../ports/authenticator.ts';
import type { Clock } from '../ports/clock.ts';
import type { Doctor } from '../ports/doctor.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { HealthReader } from '../ports/health.ts';
import type { IdentitySource } from '../ports/identity.ts';
import type { KnowledgeSearch } from '../ports/knowledge-search.ts';
import type { Logger } from '../ports/logger.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { ProjectionVerifier } from '../ports/projection-verifier.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { StoredInstallation } from '../ports/stored-installation.ts';
import type { StreamTickets } from '../ports/stream-tickets.ts';
import type { TraceScope } from '../ports/trace-scope.ts';
import type { ProjectionStatusReader } from '../projections/projection-status.ts';
import type { ReadModelReader } from '../projections/read-model-reader.ts';
import type { HttpLimits } from './http-limits.ts';

/** Everything that the HTTP side stands on. */
export type HttpApiServices = CommandRuntime & {
  readonly commands: readonly CommandDefinition[];
  readonly eventStore: EventStore;
  /** What a backup is taken of. */
  readonly storedInstallation: StoredInstallation;
  readonly readModels: ReadModelReader;
  /** Those that can be chosen, the configured one first. */
  readonly embeddingModels: readonly EmbeddingModelName[];
  readonly projectionStatus: ProjectionStatusReader;
  readonly doctor: Doctor;
  readonly projectionVerifier: ProjectionVerifier;
  readonly search: KnowledgeSearch;
  /** By which equal questions are counted without their text. */
  readonly fingerprint: Fingerprint;
  readonly authenticator: Authenticator;
  readonly streamTickets: StreamTickets;
  /** Puts on record who was refused. */
  readonly refusals: RefusalRecorder;
  /** Counts against `limits.rates`. */
  readonly rateLimiter: RateLimiter;
  /** Answers a challenge as only a server on this data directory can. */
  readonly prove: (challenge: string) => string;
  readonly health: HealthReader;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** All metrics in the Prometheus text format. */
  readonly renderMetrics: () => Promise<string>;
  readonly traces: TraceScope;
  readonly clock: Clock;
  readonly identity: IdentitySource;
  /** Aborted when the process is about to stop: open streams end and readiness turns to no. */
  readonly stopping: AbortSignal;
  readonly limits: HttpLimits;
  /** Whether a proxy in front sets `X-Forwarded-For`; its last entry is then the caller's address. */
  readonly trustProxy?: boolean;
  /** Origins whose pages may read answers; none unless told. */
  readonly corsOrigins?: readonly string[];
  /** Shown in the OpenAPI document. */
  readonly version: string;
};
