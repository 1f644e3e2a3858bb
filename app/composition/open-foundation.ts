import { READER_VERSION } from '../../domain/knowledge/reader-version.ts';
import { createFollowerRegistry, type FollowerRegistry } from '../../followers/follower-registry.ts';
import { createIdentitySource } from '../../infra/installation/identity-source.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { createLogger } from '../../infra/observability/create-logger.ts';
import { logDestination } from '../../infra/observability/log-destination.ts';
import { logFormatOn } from '../../infra/observability/log-format.ts';
import {
  createPrometheusMetrics,
  type PrometheusMetrics,
} from '../../infra/observability/prometheus-metrics.ts';
import { createTraceScope } from '../../infra/observability/trace-context.ts';
import { createComponentMonitor } from '../../infra/resilience/create-component-monitor.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { IdentitySource } from '../../ports/identity.ts';
import type { Logger } from '../../ports/logger.ts';
import type { SpanRecorder } from '../../ports/span.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';
import type { ApplicationOptions, Replacements } from '../application-options.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { openTraces } from './open-traces.ts';

/** The parts that every other part needs: configuration, logging, metrics, health and traces. */
export type Foundation = {
  readonly configuration: Configuration;
  readonly version: string;
  readonly replace: Replacements;
  /** See `READER_VERSION`. */
  readonly reader: number;
  readonly logger: Logger;
  readonly metrics: PrometheusMetrics;
  readonly health: ComponentMonitor;
  readonly identity: IdentitySource;
  readonly followerRegistry: FollowerRegistry;
  readonly traces: TraceScope;
  /** Whether spans are recorded. */
  readonly isTraced: boolean;
};

/** The first stage of a start. Opens only the export of traces, if configured. */
export const openFoundation = async (
  { configuration, version, replace = {} }: ApplicationOptions,
  resources: AsyncDisposableStack,
): Promise<Foundation> => {
  let recorder: SpanRecorder | undefined;
  const traces = createTraceScope(() => recorder);
  const { logLevel: level, logFormat } = configuration;
  const logger =
    replace.logger ??
    createLogger({
      level,
      traces,
      // JSON is written directly to standard output, bypassing the stream of Node.js.
      ...(logFormatOn(process.stdout, logFormat) === 'text'
        ? { destination: logDestination(process.stdout, logFormat) }
        : {}),
    });
  const metrics = createPrometheusMetrics({ logger, processMetrics: true });
  recorder = await openTraces(configuration.otlp, { version, metrics, logger, traces }, resources);
  return {
    configuration,
    version,
    replace,
    reader: replace.reader ?? READER_VERSION,
    logger,
    metrics,
    health: createComponentMonitor({ clock: systemClock, metrics, logger }),
    identity: createIdentitySource(),
    followerRegistry: createFollowerRegistry(),
    traces,
    isTraced: recorder !== undefined,
  };
};
