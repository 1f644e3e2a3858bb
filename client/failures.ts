import type { Problem } from './api.generated.ts';

/** Why a call came to nothing: the server refused it, did not answer, or answered something else than documented. */
export abstract class ClientFailure extends Error {}

/** The server refused the call: a problem document of ours, whose `error.code` is one of a closed set. */
export class RefusedRequest extends ClientFailure {
  override readonly name = 'RefusedRequest';
  readonly status: number;
  readonly code: Problem['error']['code'];
  readonly details: Problem['error']['details'];
  /** The part of the server that is the reason; absent where none is named. */
  readonly component: string | undefined;
  /** Seconds that the server asks to wait; absent where it does not. */
  readonly retryAfter: number | undefined;
  /** Names the request in the logs of the server. */
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

/** The server could not be reached or did not answer in time, or the connection broke; `cause` is what `fetch` says. */
export class ConnectionFailure extends ClientFailure {
  override readonly name = 'ConnectionFailure';
  /** `aborted` where the signal of the caller ended the call. */
  readonly kind: 'aborted' | 'late' | 'broken';

  constructor(kind: ConnectionFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** What answered is no server of ours, or one of another version. */
export class UnexpectedAnswer extends ClientFailure {
  override readonly name = 'UnexpectedAnswer';
  readonly status: number;
  /** Of the URL that was asked. */
  readonly path: string;

  constructor(status: number, path: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.path = path;
  }
}

const passing: readonly string[] = ['rate_limit_exceeded', 'unavailable', 'timeout'];

/** Whether the same call may succeed a moment later, e.g. once a server has restarted. */
export const isTransient = (error: unknown): boolean =>
  (error instanceof ConnectionFailure && error.kind !== 'aborted') ||
  (error instanceof RefusedRequest && passing.includes(error.code));
