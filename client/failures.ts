import type { Problem } from './api.generated.ts';

/** Why a call failed: the server refused it, did not respond, or sent an undocumented response. */
export abstract class ClientFailure extends Error {}

/** The server refused the call with a problem document, whose `error.code` is one of a closed set. */
export class RefusedRequest extends ClientFailure {
  override readonly name = 'RefusedRequest';
  readonly status: number;
  readonly code: Problem['error']['code'];
  readonly details: Problem['error']['details'];
  /** The component of the server that caused the refusal, if named. */
  readonly component: string | undefined;
  /** The server's Retry-After in seconds, if any. */
  readonly retryAfter: number | undefined;
  /** Identifies the request in the server's logs. */
  readonly traceId: string;

  constructor(status: number, { error, metadata }: Problem) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.details = error.details;
    this.component = error.component;
    this.retryAfter = error.retryAfter;
    this.traceId = metadata.traceId;
  }
}

/**
 * The server could not be reached or did not respond in time, or the connection broke; `cause` is the error of
 * `fetch`.
 */
export class ConnectionFailure extends ClientFailure {
  override readonly name = 'ConnectionFailure';
  /** `aborted` when the caller's signal ended the call. */
  readonly kind: 'aborted' | 'late' | 'broken';

  constructor(kind: ConnectionFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** The response came from another program, or from an incompatible version of the server. */
export class UnexpectedAnswer extends ClientFailure {
  override readonly name = 'UnexpectedAnswer';
  readonly status: number;
  /** The path of the requested URL. */
  readonly path: string;

  constructor(status: number, path: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.path = path;
  }
}

/**
 * This browser's session now belongs to another person, who signed in in another tab. Nothing was done: what one person
 * asked for must not be done, or shown, in the name of another. Create another client for the other person.
 */
export class SessionReplaced extends ClientFailure {
  override readonly name = 'SessionReplaced';

  constructor() {
    super('Another person has signed in in this browser.');
  }
}

/** The code of a refusal. */
export type RefusalCode = Problem['error']['code'];

/** True when the server refused a call with one of these codes. */
export const isRefused = <Code extends RefusalCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is RefusedRequest & { readonly code: Code } =>
  error instanceof RefusedRequest && codes.some((code) => code === error.code);

const isIssue = (value: unknown): value is FieldIssue =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** What is wrong with one field of an input; `path` is for example `filters.specialty`. */
export type FieldIssue = { readonly path: string; readonly message: string };

/** What is wrong with which field; empty for errors that are about none. */
export const fieldIssues = (error: unknown): readonly FieldIssue[] => {
  const issues = error instanceof RefusedRequest ? error.details?.issues : undefined;
  return Array.isArray(issues) ? issues.filter(isIssue) : [];
};

const passing: readonly string[] = ['rate_limit_exceeded', 'unavailable', 'timeout'];

/**
 * The id of a tool call that ended while the request waited and came to nothing; `undefined` for any other error. The
 * call is over: a repeat of the same request is refused in the same way.
 */
export const failedToolCall = (error: unknown): string | undefined => {
  const { callStatus, toolCallId } = (error instanceof RefusedRequest && error.details) || {};
  return callStatus !== undefined && typeof toolCallId === 'string' ? toolCallId : undefined;
};

/** True when the same call may succeed a moment later, e.g. after the server has restarted. */
export const isTransient = (error: unknown): boolean =>
  (error instanceof ConnectionFailure && error.kind !== 'aborted') ||
  (error instanceof RefusedRequest && passing.includes(error.code) && failedToolCall(error) === undefined);
