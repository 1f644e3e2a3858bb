import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { SpanRecorder } from '../../ports/span.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';
import type { OtlpConfiguration } from '../observability/otlp-configuration.ts';
import { traceOutsideCalls } from '../spans/trace-outside-calls.ts';

type TraceServices = {
  readonly version: string;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly traces: TraceScope;
};

/** Where spans are sent, if that is configured; nothing is loaded for them otherwise. */
export const openTraces = async (
  configuration: OtlpConfiguration | undefined,
  services: TraceServices,
  resources: AsyncDisposableStack,
): Promise<SpanRecorder | undefined> => {
  if (configuration === undefined) return undefined;
  const { openOtlpSpans } = await import('../outside/otlp-spans.ts');
  const spans = openOtlpSpans(configuration, services);
  resources.defer(() => spans.close());
  resources.use(traceOutsideCalls(services.traces));
  return spans;
};
