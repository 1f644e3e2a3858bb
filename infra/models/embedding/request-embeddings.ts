import { z } from 'zod';
import { Failure, type FailureCode, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { readLimitedText } from '../../resilience/read-limited-text.ts';
import { parseJson } from '../../services/outside/parse-json.ts';
import { retryAfterOf } from '../../services/outside/retry-after.ts';
import { sendExternalRequest } from '../../services/outside/send-external-request.ts';
import { unitVector } from './unit-vector.ts';

type EmbeddingsRequest = {
  /** The endpoint. */
  readonly url: URL;
  readonly apiKey?: string;
  /** Request fields other than `input`. */
  readonly fields: Readonly<Record<string, string | number>>;
  readonly texts: readonly string[];
  readonly kind: 'document' | 'query';
  readonly leavesThePremises: boolean;
  readonly metrics: Metrics;
  /** The required dimensions of each vector. */
  readonly dimensions: number;
  /** Timeout in milliseconds. Absent when the signal carries it. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
};

export type EmbeddingsAnswer = {
  readonly vectors: readonly Float32Array[];
  /** The service's count; absent when it does not report one. */
  readonly tokens?: number;
};

/** Maximum bytes of one number in JSON (`-1.2345678901234567e-10, `), and room for the rest of the response. */
const BYTES_PER_NUMBER = 32;
const ANSWER_OVERHEAD = 256 * 1024;
const ERROR_BYTES = 64 * 1024;

const answerSchema = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).optional(),
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
  usage: z
    .object({ total_tokens: z.int().min(0).optional(), prompt_tokens: z.int().min(0).optional() })
    .optional(),
});

/** Error codes of services are short identifiers without content from the request. */
const errorSchema = z.object({
  error: z.object({ code: z.string().regex(/^[a-z][a-z_]{1,63}$/) }),
});

type Problem = {
  readonly status?: number;
  /** Error code of the operating system or the service. */
  readonly cause?: string;
  readonly retryAfter?: number;
};

/** `retryable` in the details is true if the same request may succeed later. */
const problem = (
  code: FailureCode,
  message: string,
  retryable: boolean,
  { retryAfter, ...about }: Problem = {},
): Failure =>
  new Failure(
    failure(code, message, {
      component: 'embedding',
      details: { retryable, ...about },
      ...omitUndefined({ retryAfter }),
    }),
  );

const unusable = (why: string): Failure =>
  problem('external_api_error', `The embedding service gave an answer that cannot be used: ${why}.`, false);

/** Whether the same request may succeed later. */
export const isRetryable = (error: unknown): error is Failure =>
  error instanceof Failure && error.reason.details?.retryable === true;

const refusal = async (response: Response): Promise<Failure> => {
  const { status } = response;
  const text = (await readLimitedText(response, ERROR_BYTES)) ?? '';
  const named = errorSchema.safeParse(parseJson(text));
  const cause = named.success ? named.data.error.code : undefined;
  const retryAfter = retryAfterOf(response.headers.get('retry-after'));
  const about = {
    status,
    ...omitUndefined({ cause, retryAfter }),
  };
  if (cause === 'insufficient_quota') {
    return problem(
      'rate_limit_exceeded',
      'The account at the embedding service has used up its quota. Check its plan and billing.',
      false,
      about,
    );
  }
  if (status === 429)
    return problem(
      'rate_limit_exceeded',
      'The embedding service allows no more requests at the moment.',
      true,
      about,
    );
  if (status === 401 || status === 403) {
    return problem(
      'external_api_error',
      `The embedding service refused the API key (${status}). Check EMBEDDING_API_KEY or OPENAI_API_KEY.`,
      false,
      about,
    );
  }
  if (status === 404) {
    return problem(
      'external_api_error',
      'The embedding service does not know the model or the address (404). Check EMBEDDING_MODEL and EMBEDDING_BASE_URL.',
      false,
      about,
    );
  }
  if (status === 400 || status === 413 || status === 422) {
    return problem(
      'external_api_error',
      `The embedding service refused the request as invalid (${cause ?? status}). Check EMBEDDING_MODEL, EMBEDDING_DIMENSIONS, EMBEDDING_BATCH_SIZE and EMBEDDING_MAX_CHARACTERS.`,
      false,
      about,
    );
  }
  if (status === 408 || status === 504)
    return problem('timeout', 'The embedding service did not finish in time.', true, about);
  return problem(
    'external_api_error',
    `The embedding service answered with an error (${status}).`,
    status >= 500 || status === 409 || status === 425,
    about,
  );
};

const codeOf = (error: unknown): string | undefined => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{1,63}$/.test(code) ? code : undefined;
};

const connectionProblem = (error: unknown): Failure => {
  const cause = codeOf(error);
  return problem(
    'external_api_error',
    `The embedding service cannot be reached${cause === undefined ? '' : ` (${cause})`}.`,
    true,
    cause === undefined ? {} : { cause },
  );
};

const numbersOf = (embedding: string | readonly number[], dimensions: number): ArrayLike<number> => {
  if (typeof embedding !== 'string') return embedding;
  const bytes = Buffer.from(embedding, 'base64');
  if (bytes.byteLength !== dimensions * 4) throw unusable('a vector of the wrong length');
  return Float32Array.from({ length: dimensions }, (_, index) => bytes.readFloatLE(index * 4));
};

const vectorsOf = (text: string, count: number, dimensions: number): EmbeddingsAnswer => {
  const parsed = answerSchema.safeParse(parseJson(text));
  if (!parsed.success) throw unusable('its structure is unknown');
  const { data, usage } = parsed.data;
  if (data.length !== count) throw unusable(`${data.length} vectors for ${count} texts`);
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  for (const [place, { index = place, embedding }] of data.entries()) {
    if (index >= count || vectors[index] !== undefined)
      throw unusable('vectors with invalid or repeated indexes');
    const numbers = numbersOf(embedding, dimensions);
    if (numbers.length !== dimensions)
      throw unusable(`vectors of ${numbers.length} dimensions, but ${dimensions} are configured`);
    const vector = unitVector(numbers);
    if (vector === undefined) throw unusable('a zero or non-finite vector');
    vectors[index] = vector;
  }
  const tokens = usage?.total_tokens ?? usage?.prompt_tokens;
  return {
    vectors: vectors.filter((vector) => vector !== undefined),
    ...omitUndefined({ tokens }),
  };
};

/**
 * Requests the vectors of some texts, without retries. Rejects with a Failure (`timeout`, `rate_limit_exceeded`,
 * `external_api_error`) that contains neither text, key nor the service's own message; with the signal's reason when it
 * aborts; with `rule_violated` when the texts identify a person and must not leave the premises.
 */
export const requestEmbeddings = async (request: EmbeddingsRequest): Promise<EmbeddingsAnswer> => {
  const { signal, texts, dimensions } = request;
  const timeLimit = request.timeout === undefined ? undefined : AbortSignal.timeout(request.timeout);
  try {
    const response = await sendExternalRequest({
      url: request.url,
      apiKey: request.apiKey,
      body: { ...request.fields, input: texts },
      questions: request.kind === 'query' ? ['input'] : [],
      leavesThePremises: request.leavesThePremises,
      component: 'embedding',
      metrics: request.metrics,
      signal: anySignal([signal, timeLimit].filter((one) => one !== undefined)),
    });
    if (!response.ok) throw await refusal(response);
    const text = await readLimitedText(
      response,
      texts.length * dimensions * BYTES_PER_NUMBER + ANSWER_OVERHEAD,
    );
    if (text === undefined) throw unusable('it is too large');
    return vectorsOf(text, texts.length, dimensions);
  } catch (error) {
    if (error instanceof Failure) throw error;
    signal?.throwIfAborted();
    if (timeLimit?.aborted) {
      throw problem('timeout', `The embedding service did not answer within ${request.timeout} ms.`, true);
    }
    throw connectionProblem(error);
  }
};
