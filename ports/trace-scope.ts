import type { NewSpan, OpenSpan } from './span.ts';
import type { TraceContext } from './trace-context.ts';

/** Carries a trace through asynchronous work, so that log lines and events can name it. */
export type TraceScope = {
  /** Runs work under the trace that a `traceparent` names; under a new one if it is absent or malformed. */
  readonly run: <T>(traceparent: string | undefined, work: (context: TraceContext) => T) => T;
  /** The trace of the current work; `undefined` outside `run`. */
  readonly current: () => TraceContext | undefined;
  /**
   * Begins a span of the trace named by a `traceparent`, else of the current work, else of a new trace. If spans are
   * not recorded it only carries the trace.
   */
  readonly open: (span: NewSpan, traceparent?: string) => OpenSpan;
};

/** The trace id in a well-formed `traceparent`. */
export const traceIdOf = (traceparent: string | undefined): string | undefined => traceparent?.split('-')[1];
