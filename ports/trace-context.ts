/** The trace that the current work belongs to (W3C Trace Context, level 1). */
export type TraceContext = {
  /** 32 lower-case hex digits. */
  readonly traceId: string;
  /** `00-<trace id>-<span id>-<flags>`, with our own span id: the value to pass on. */
  readonly traceparent: string;
};
