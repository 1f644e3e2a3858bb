import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { TraceContext, TraceScope } from '../../ports/trace-scope.ts';

// https://www.w3.org/TR/trace-context/#traceparent-header; versions above 00 may carry more after the flags.
const traceparentPattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

type IncomingTrace = { readonly traceId: string; readonly flags: string };

const parseTraceparent = (header: string): IncomingTrace | undefined => {
  const [, version, traceId, spanId, flags, rest] = traceparentPattern.exec(header) ?? [];
  if (!version || !traceId || !flags) return undefined;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  return traceId === NO_TRACE || spanId === NO_SPAN ? undefined : { traceId, flags };
};

const contextFrom = (header: string | undefined): TraceContext => {
  const incoming = header === undefined ? undefined : parseTraceparent(header);
  const traceId = incoming?.traceId ?? randomBytes(16).toString('hex');
  // Flag 01 means "sampled"; that of a caller is passed on as it is.
  const flags = incoming?.flags ?? '01';
  return { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}` };
};

/** Trace context on Node's AsyncLocalStorage: it follows promises, timers and streams by itself. */
export const createTraceScope = (): TraceScope => {
  const storage = new AsyncLocalStorage<TraceContext>();
  return {
    run: (traceparent, work) => {
      const context = contextFrom(traceparent);
      return storage.run(context, () => work(context));
    },
    current: () => storage.getStore(),
  };
};
