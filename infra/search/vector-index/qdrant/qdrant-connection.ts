import {
  QdrantClient,
  QdrantClientResourceExhaustedError,
  QdrantClientTimeoutError,
} from '@qdrant/js-client-rest';
import { z } from 'zod';
import { Failure, type FailureCode, failure } from '../../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import { doWithRetries, type RetryPolicy } from '../../../../ports/retry.ts';
import type { QdrantConfiguration } from './qdrant-configuration.ts';

/** Qdrant behind a client that bounds every request in time, tries again what may pass, and fails in our terms. */
export type QdrantConnection = {
  /**
   * Does something that may be repeated. Rejects with a Failure: `not_found` for an unknown collection, `timeout`,
   * `unavailable` when Qdrant cannot be reached, is overloaded or does not let us in, `external_api_error` when it
   * does not accept the request or is not there.
   */
  readonly ask: <Answer>(work: (client: QdrantClient) => Promise<Answer>) => Promise<Answer>;
  /** The server's version. One quick attempt. */
  readonly version: () => Promise<string>;
};

const REQUEST_TIMEOUT_MS = 10_000;
const CHECK_TIMEOUT_MS = 2000;
const requestPolicy: RetryPolicy = { attempts: 3, firstPause: 100, maxPause: 1000 };

const versionSchema = z.object({ version: z.string().regex(/^\d+\.\d+/) });

type Problem = {
  /** Whether trying again at once may help. */
  readonly retryable: boolean;
  readonly cause: unknown;
  readonly status?: number;
};

/** Never holds what the server said: it may repeat what it was given. */
const problem = (code: FailureCode, message: string, { retryable, cause, status }: Problem): Failure =>
  new Failure(
    failure(code, message, {
      component: 'vector-index',
      details: { retryable, ...omitUndefined({ status }) },
      // Also what has taken too long to be repeated at once may be asked for later.
      ...(retryable || code === 'timeout' ? { retryAfter: 5 } : {}),
    }),
    { cause },
  );

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;

const problemOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  // Has taken long enough; the caller may ask again.
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

/** Opens nothing yet: Qdrant may come later. */
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
      // Given by itself the client prints a warning; the configuration has looked at the address.
      ...(apiKey === undefined ? {} : { headers: { 'api-key': apiKey } }),
    });
  const client = open(REQUEST_TIMEOUT_MS);
  const quick = open(CHECK_TIMEOUT_MS);
  return {
    ask: (work) =>
      doWithRetries(() => attempt(() => work(client)), { ...requestPolicy, mayPass: isRetryable }),
    version: async () => {
      const answer = versionSchema.safeParse(await attempt(() => quick.versionInfo()));
      if (answer.success) return answer.data.version;
      throw problem('external_api_error', 'What answers at QDRANT_URL is not Qdrant.', {
        retryable: false,
        cause: answer.error,
      });
    },
  };
};
