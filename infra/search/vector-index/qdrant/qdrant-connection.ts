import {
  QdrantClient,
  QdrantClientResourceExhaustedError,
  QdrantClientTimeoutError,
} from '@qdrant/js-client-rest';
import { z } from 'zod';
import { Failure, type FailureCode, failure } from '../../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import { type RetryPolicy, withRetries } from '../../../../ports/retry.ts';
import type { QdrantConfiguration } from './qdrant-configuration.ts';

/** A Qdrant client with request timeouts, retries for transient failures, and typed errors. */
export type QdrantConnection = {
  /**
   * Runs an idempotent operation. Rejects with a Failure: `not_found` for an unknown collection, `timeout`,
   * `unavailable` when Qdrant cannot be reached, is overloaded or refuses access, `external_api_error` when
   * it rejects the request or another server answers.
   */
  readonly ask: <Answer>(work: (client: QdrantClient) => Promise<Answer>) => Promise<Answer>;
  /** Returns the server's version. One attempt, with a short timeout. */
  readonly version: () => Promise<string>;
};

const REQUEST_TIMEOUT_MS = 10_000;
const CHECK_TIMEOUT_MS = 2000;
const requestPolicy: RetryPolicy = { attempts: 3, firstPause: 100, maxPause: 1000 };

const versionSchema = z.object({ version: z.string().regex(/^\d+\.\d+/) });

type Problem = {
  /** Whether an immediate retry may help. */
  readonly retryable: boolean;
  readonly cause: unknown;
  readonly status?: number;
};

/** Never includes the server's message, which may repeat the request. */
const problem = (code: FailureCode, message: string, { retryable, cause, status }: Problem): Failure =>
  new Failure(
    failure(code, message, {
      component: 'vector-index',
      details: { retryable, ...omitUndefined({ status }) },
      // A timeout is not retried immediately, but may succeed later.
      ...(retryable || code === 'timeout' ? { retryAfter: 5 } : {}),
    }),
    { cause },
  );

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;

const problemOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  // It already took the full time limit; the caller may retry.
  if (error instanceof QdrantClientTimeoutError)
    return problem('timeout', 'Qdrant did not answer in time.', { retryable: false, cause: error });
  const status = error instanceof QdrantClientResourceExhaustedError ? 429 : statusOf(error);
  if (status === undefined)
    return problem('unavailable', 'Qdrant cannot be reached. Check that it runs at QDRANT_URL.', {
      retryable: true,
      cause: error,
    });
  if (status === 429 || status >= 500)
    return problem('unavailable', `Qdrant cannot answer at the moment (${status}).`, {
      retryable: true,
      cause: error,
      status,
    });
  if (status === 401 || status === 403)
    return problem('unavailable', `Qdrant refused access (${status}). Check QDRANT_API_KEY.`, {
      retryable: false,
      cause: error,
      status,
    });
  if (status === 404)
    return problem('not_found', 'Qdrant does not know the collection.', {
      retryable: false,
      cause: error,
      status,
    });
  return problem('external_api_error', `Qdrant did not accept a request (${status}).`, {
    retryable: false,
    cause: error,
    status,
  });
};

const isRetryable = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.retryable === true;

const attempt = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await work();
  } catch (error) {
    throw problemOf(error);
  }
};

/** Creates the connection without connecting: Qdrant may start later. */
export const connectToQdrant = ({
  url,
  port,
  apiKey,
}: Pick<QdrantConfiguration, 'url' | 'port' | 'apiKey'>): QdrantConnection => {
  const open = (timeout: number): QdrantClient =>
    new QdrantClient({
      host: url.hostname,
      port,
      https: url.protocol === 'https:',
      prefix: url.pathname.replace(/(?<!\/)\/+$/, ''),
      timeout,
      checkCompatibility: false,
      // The client's own `apiKey` option prints a warning for plain HTTP; the configuration has already
      // checked the address.
      ...(apiKey === undefined ? {} : { headers: { 'api-key': apiKey } }),
    });
  const client = open(REQUEST_TIMEOUT_MS);
  const quick = open(CHECK_TIMEOUT_MS);
  return {
    ask: (work) => withRetries(() => attempt(() => work(client)), { ...requestPolicy, mayPass: isRetryable }),
    version: async () => {
      const answer = versionSchema.safeParse(await attempt(() => quick.versionInfo()));
      if (answer.success) return answer.data.version;
      throw problem('external_api_error', 'The server at QDRANT_URL is not Qdrant.', {
        retryable: false,
        cause: answer.error,
      });
    },
  };
};
