import type { RouteExample } from './route-example.ts';

/** The trace id of all examples. */
export const exampleTraceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceId = exampleTraceId;
const timestamp = '2026-11-22T10:15:30.123Z';

/** An example of data in the response envelope. */
export const exampleEnvelope = (data: unknown, metadata: RouteExample['metadata']) => ({
  success: true,
  data,
  metadata: { traceId, ...metadata },
  timestamp,
});

/** An example of a failure: our envelope and a problem document in one. */
export const exampleProblem = (
  { code, status, title }: { readonly code: string; readonly status: number; readonly title: string },
  message: string,
) => ({
  type: `urn:anamnesis:problem:${code}`,
  title,
  status,
  detail: message,
  success: false,
  error: { code, message },
  metadata: { traceId },
  timestamp,
});
