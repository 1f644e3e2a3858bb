/** The trace that the current work belongs to (W3C Trace Context, level 1). */
export type TraceContext = {
  /** 32 lower-case hex digits. */
  readonly traceId: string;
  /** `00-<trace id>-<span id>-<flags>`, with a span id of our own: what to hand on. */
  readonly traceparent: string;
};
