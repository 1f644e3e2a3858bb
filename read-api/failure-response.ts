import type { FailureCode, FailureReason } from '../domain/kernel/failure.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { isUnreadableFailure } from '../ports/event-store.ts';

/** The HTTP status and title of every failure code, defined only here. */
export const statusOfFailure: Readonly<
  Record<FailureCode, { readonly status: number; readonly title: string }>
> = {
  validation_error: { status: 400, title: 'The request is not valid' },
  unauthenticated: { status: 401, title: 'Authentication is required' },
  permission_denied: { status: 403, title: 'Not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'The state has changed' },
  payload_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  rule_violated: { status: 422, title: 'A rule forbids this' },
  rate_limit_exceeded: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Internal error' },
  external_api_error: { status: 502, title: 'An external service failed' },
  unavailable: { status: 503, title: 'Not available at the moment' },
  timeout: { status: 504, title: 'It took too long' },
};

/** A failure, as both this API's envelope and a problem document (RFC 9457). */
type FailureBody = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly success: false;
  readonly error: FailureReason;
  readonly metadata: { readonly traceId: string };
  readonly timestamp: string;
};

type FailureResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FailureBody;
};

/** Identifies the kind of problem; not meant to be fetched. */
const problemType = (code: FailureCode): string => `urn:anamnesis:problem:${code}`;

const headersOf = (reason: FailureReason): Readonly<Record<string, string>> => ({
  ...(reason.code === 'unauthenticated' ? { 'WWW-Authenticate': 'Bearer realm="anamnesis"' } : {}),
  // RFC 9110, 15.5.6: such a response lists the allowed methods.
  ...(reason.code === 'method_not_allowed' && Array.isArray(reason.details?.allow)
    ? { Allow: reason.details.allow.join(', ') }
    : {}),
  ...(reason.retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(reason.retryAfter)) }),
});

/** A damaged event is named: its position and the reason contain no content, and an operator must act. */
const unreadableReason = ({ reason }: Failure): FailureReason =>
  failure(
    'internal_error',
    `Event ${String(reason.details?.position)} of the log is damaged. ${reason.message} "npx anamnesis doctor --deep" shows what else is.`,
    { component: 'event-store' },
  );

/** The error body for a caller: a `Failure` in full; of any other error nothing, except which event is damaged. */
export const publicFailureReason = (error: unknown): FailureReason => {
  // The details of an internal error name parts of the system and do not help the caller.
  if (error instanceof Failure && error.reason.code !== 'internal_error') return error.reason;
  if (isUnreadableFailure(error)) return unreadableReason(error);
  return failure('internal_error', 'An internal error occurred. Report it with the trace id.');
};

/** Turns a refusal into a response. */
export const failureResponse = (
  reason: FailureReason,
  traceId: string,
  timestamp: string,
): FailureResponse => {
  const { status, title } = statusOfFailure[reason.code];
  return {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headersOf(reason) },
    body: {
      type: problemType(reason.code),
      title,
      status,
      detail: reason.message,
      success: false,
      error: reason,
      metadata: { traceId },
      timestamp,
    },
  };
};
