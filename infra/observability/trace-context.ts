import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { NewSpan, OpenSpan, SpanRecorder } from '../../ports/span.ts';
import type { TraceContext } from '../../ports/trace-context.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';

// https://www.w3.org/TR/trace-context/#traceparent-header; versions above 00 may add fields after the flags.
const traceparentPattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

type IncomingTrace = { readonly traceId: string; readonly spanId: string; readonly flags: string };

const parseTraceparent = (header: string): IncomingTrace | undefined => {
  const [, version, traceId, spanId, flags, rest] = traceparentPattern.exec(header) ?? [];
  if (!version || !traceId || !spanId || !flags) return undefined;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  return traceId === NO_TRACE || spanId === NO_SPAN ? undefined : { traceId, spanId, flags };
};

const contextFrom = (incoming: IncomingTrace | undefined): TraceContext => {
  const traceId = incoming?.traceId ?? randomBytes(16).toString('hex');
  // Flag 01 means "sampled"; a caller's flags are passed on unchanged.
  const flags = incoming?.flags ?? '01';
  return { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}` };
};

const traceOf = (traceparent: string): TraceContext => ({
  traceId: traceparent.slice(3, 35),
  traceparent,
});

/**
 * Creates a trace scope on Node's AsyncLocalStorage, which follows promises, timers and streams.
 *
 * @param recorder returns the recorder of spans, if there is one
 */
export const createTraceScope = (recorder: () => SpanRecorder | undefined = () => undefined): TraceScope => {
  const storage = new AsyncLocalStorage<TraceContext>();
  const incomingOf = (header: string | undefined): IncomingTrace | undefined =>
    header === undefined ? undefined : parseTraceparent(header);

  const recorded = (keeper: SpanRecorder, span: NewSpan, header: string | undefined): OpenSpan => {
    const remote = incomingOf(header);
    const around = storage.getStore();
    const parent = remote
      ? { traceparent: `00-${remote.traceId}-${remote.spanId}-${remote.flags}`, isRemote: true }
      : around && { traceparent: around.traceparent, isRemote: false };
    const { traceparent, note, end } = keeper.start(span, parent);
    const context = traceOf(traceparent);
    return { context, within: (work) => storage.run(context, work), note, end };
  };

  const unrecorded = (header: string | undefined): OpenSpan => {
    const around = header === undefined ? storage.getStore() : undefined;
    const context = around ?? contextFrom(incomingOf(header));
    return {
      context,
      within: (work) => (context === around ? work() : storage.run(context, work)),
      note: () => {},
      end: () => {},
    };
  };

  return {
    run: (traceparent, work) => {
      const context = contextFrom(incomingOf(traceparent));
      return storage.run(context, () => work(context));
    },
    current: () => storage.getStore(),
    open: (span, traceparent) => {
      const keeper = recorder();
      return keeper ? recorded(keeper, span, traceparent) : unrecorded(traceparent);
    },
  };
};
