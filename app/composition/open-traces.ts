import { traceExternalCalls } from '../../infra/observability/spans/trace-external-calls.ts';
import type { OtlpConfiguration } from '../../infra/services/outside/otlp-configuration.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { SpanRecorder } from '../../ports/span.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';

type TraceServices = {
  readonly version: string;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly traces: TraceScope;
};

/** Opens the export of spans, if configured; otherwise loads nothing for it. */
export const openTraces = async (
  configuration: OtlpConfiguration | undefined,
  services: TraceServices,
  resources: AsyncDisposableStack,
): Promise<SpanRecorder | undefined> => {
  if (configuration === undefined) return undefined;
  const { openOtlpSpans } = await import('../../infra/services/outside/otlp-spans.ts');
  const spans = openOtlpSpans(configuration, services);
  resources.defer(() => spans.close());
  resources.use(traceExternalCalls(services.traces));
  return spans;
};
