import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import {
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import {
  type NewSpan,
  type SpanAttributes,
  type SpanRecorder,
  spanAttributeNames,
} from '../../../ports/span.ts';
import { waitAtMost } from '../../resilience/wait-at-most.ts';
import type { OtlpConfiguration } from './otlp-configuration.ts';

/**
 * Queue limit, at about 1 kB per span: some seconds of a busy node. Further spans are dropped and counted.
 */
const MAX_WAITING = 4096;
/** The usual batch size (OpenTelemetry specification, batching processor). */
const BATCH = 512;
/** Milliseconds before an incomplete batch is sent, so that a span is visible within seconds. */
const DELAY_MS = 2000;
/** Milliseconds at shutdown to send the queue; the rest is lost. */
const FLUSH_MS = 1500;
/** Character limit of one value; all values are names. */
const MAX_VALUE = 200;

type OtlpServices = {
  readonly version: string;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly logger: Pick<Logger, 'warn'>;
};

type OtlpSpans = SpanRecorder & {
  /** Sends the queue, for at most a second and a half. Never rejects. */
  readonly close: () => Promise<void>;
};

const kinds: Readonly<Record<NewSpan['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

const samplerOf = ({ sampler, ratio }: OtlpConfiguration): Sampler => {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
};

/** Copies only the listed attributes, as types do not restrict what a spread adds. */
const listed = (attributes: SpanAttributes = {}): Record<string, string | number> => {
  const kept: Record<string, string | number> = {};
  for (const name of spanAttributeNames) {
    const value = attributes[name];
    if (value !== undefined) kept[name] = typeof value === 'string' ? value.slice(0, MAX_VALUE) : value;
  }
  return kept;
};

const parentContext = (traceparent: string, isRemote: boolean): Context => {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote,
  });
};

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/**
 * Sends spans to an OTLP receiver over HTTP (JSON), in batches behind a bounded queue. A receiver that is
 * down, silent or failing loses spans, which are counted, and has no other effect.
 */
export const openOtlpSpans = (configuration: OtlpConfiguration, services: OtlpServices): OtlpSpans => {
  const { version, metrics, logger } = services;
  const agents: HttpAgent[] = [];
  const exporter = new OTLPTraceExporter({
    url: configuration.url,
    headers: { ...configuration.headers },
    timeoutMillis: configuration.timeout,
    // Batches are sent one at a time, except that closing sends all of them concurrently.
    concurrencyLimit: MAX_WAITING / BATCH + 1,
    httpAgentOptions: (protocol) => {
      const agent =
        protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
      agents.push(agent);
      return agent;
    },
  });
  let waiting = 0;
  let isFailing = false;
  const counting: SpanExporter = {
    export: (spans, done) => {
      waiting -= spans.length;
      exporter.export(spans, (result) => {
        const isFine = result.code === 0;
        metrics.count(
          'anamnesis_trace_spans_total',
          { outcome: isFine ? 'exported' : 'failed' },
          spans.length,
        );
        // Logged once per outage, without the receiver's text, which is untrusted.
        if (!isFine && !isFailing) logger.warn({}, 'Trace spans could not be sent and are lost.');
        isFailing = !isFine;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: DELAY_MS,
    // Longer than the exporter's own limit, so that the exporter reports the outcome of a batch.
    exportTimeoutMillis: configuration.timeout + 1000,
  });
  let isClosed = false;
  /** Drops and counts spans when the queue is full, because the queue itself would drop them uncounted. */
  const gate: SpanProcessor = {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd: (span) => {
      if (isClosed || waiting >= MAX_WAITING) {
        metrics.count('anamnesis_trace_spans_total', { outcome: 'dropped' });
        return;
      }
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  const provider = new TracerProvider({
    sampler: samplerOf(configuration),
    spanProcessors: [gate],
    resource: resourceFromAttributes({
      'service.name': configuration.serviceName,
      'service.version': version,
    }),
  });
  const tracer = provider.getTracer('anamnesis', version);
  return {
    start: ({ name, kind, attributes }, parent) => {
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes: listed(attributes) },
        parent === undefined ? ROOT_CONTEXT : parentContext(parent.traceparent, parent.isRemote),
      );
      return {
        traceparent: traceparentOf(span.spanContext()),
        note: (more, rename) => {
          span.setAttributes(listed(more));
          if (rename !== undefined) span.updateName(rename);
        },
        end: (failure) => {
          if (failure !== undefined) {
            span.setStatus({ code: SpanStatusCode.ERROR });
            span.setAttribute('error.type', failure);
          }
          span.end();
        },
      };
    },
    close: async () => {
      await waitAtMost(FLUSH_MS, provider.shutdown()).catch(() => false);
      isClosed = true;
      // Open connections would keep the process alive.
      for (const agent of agents) agent.destroy();
    },
  };
};
