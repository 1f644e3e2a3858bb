import pLimit from 'p-limit';
import { Failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import {
  type Embedder,
  type EmbeddingOptions,
  MAX_PASSAGES,
  type PassageEmbeddings,
} from '../../../ports/embedder.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { type RetryPolicy, withRetries } from '../../../ports/retry.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { judgeFailure } from '../../resilience/judge-failure.ts';
import { cutText, divideIntoRequests, type RequestLimits } from './divide-into-requests.ts';
import { embedInParts, partsOf } from './embed-in-parts.ts';
import type { EmbeddingService } from './embedding-models.ts';
import { type EmbeddingsAnswer, isRetryable, requestEmbeddings } from './request-embeddings.ts';

/** The retry policy of requests. Times in milliseconds. */
export type RequestPolicy = RetryPolicy & {
  /** Timeout of one attempt. */
  readonly timeout: number;
  /** The longest `Retry-After` that is honoured; a longer one fails the request. */
  readonly maxRetryAfter: number;
};

const passagePolicy: RequestPolicy = {
  attempts: 4,
  firstPause: 500,
  maxPause: 20_000,
  timeout: 30_000,
  maxRetryAfter: 60_000,
};

/** A search continues without vectors after 5 seconds, so longer retries are pointless. */
const queryPolicy: RequestPolicy = {
  attempts: 2,
  firstPause: 150,
  maxPause: 500,
  timeout: 4500,
  maxRetryAfter: 1000,
};

/** Concurrent requests for passages. Questions have a separate queue, so that a textbook does not delay them. */
const PASSAGE_REQUESTS = 4;
/**
 * Room for all rephrasings of the maximum number of concurrent questions (256): only the timeout refuses any, never
 * load.
 */
const QUERY_BULKHEAD = { concurrent: 16, queued: 1024 };

/** Statuses that reject the request itself, not the state of the service. */
const refusedAsInvalid: readonly unknown[] = [400, 413, 422];

type OpenAiCompatibleOptions = {
  /** Base URL including the version, e.g. `https://api.openai.com/v1`. */
  readonly baseUrl: URL;
  readonly service: EmbeddingService;
  /** The model name used by the service. */
  readonly model: string;
  readonly apiKey?: string;
  readonly dimensions: number;
  readonly leavesThePremises: boolean;
  /** Overrides the default of the service. */
  readonly batchSize?: number;
  readonly maxInputCharacters?: number;
  /** Overrides the known price. */
  readonly usdPerMillionTokens?: number;
  readonly countTokens: (text: string) => number;
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  readonly passages?: RequestPolicy;
  readonly queries?: RequestPolicy;
};

/**
 * Maximum input (protocol guide, "Max Input"), several times the longest passage. English has about four characters per
 * token, so the token limits rarely cut further.
 */
const CHARACTERS = 8000;

const endpointOf = (baseUrl: URL): URL => {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/embeddings`;
  return url;
};

/** The `Retry-After` of a refusal in milliseconds; 0 if it has none. */
const retryAfterOf = (error: unknown): number =>
  isRetryable(error) ? (error.reason.retryAfter ?? 0) * 1000 : 0;

/** The requested pause plus up to a tenth, so that requests do not all return at the same instant. */
const retryAfterMs = (error: unknown): number => retryAfterOf(error) * (1 + Math.random() * 0.1);

/** The limits of one request. */
const limitsOf = ({
  service,
  model,
  batchSize,
  maxInputCharacters,
}: OpenAiCompatibleOptions): RequestLimits => {
  const known = service.models[model];
  return {
    texts: batchSize ?? service.batchSize,
    characters: maxInputCharacters ?? CHARACTERS,
    ...(known ? { textTokens: known.maxTokens } : {}),
    ...omitUndefined({ requestTokens: service.requestTokens }),
  };
};

const reasonOf = (error: unknown) => (error instanceof Failure ? error.reason.code : 'aborted');

/**
 * Creates an embedder for any endpoint that speaks OpenAI's embeddings API. Fields that not every such server supports
 * are sent only to services that do.
 *
 * Uses plain HTTP instead of the `openai` package, which requests base64 by default and misreads the number lists
 * returned by Ollama and others; Voyage rejects the parameter that would change that.
 */
export const createOpenAiCompatibleEmbedder = (options: OpenAiCompatibleOptions): Embedder => {
  const { service, dimensions, countTokens, metrics, health } = options;
  const known = service.models[options.model];
  const reduced = known?.dimensionsField !== undefined && dimensions !== known.dimensions;
  const limits = limitsOf(options);
  const price =
    options.usdPerMillionTokens ?? known?.usdPerMillionTokens ?? (options.leavesThePremises ? undefined : 0);
  const url = endpointOf(options.baseUrl);
  const passageQueue = pLimit(PASSAGE_REQUESTS);
  const policies = { document: options.passages ?? passagePolicy, query: options.queries ?? queryPolicy };
  const countFailure = (kind: 'document' | 'query', error: unknown): void =>
    metrics.count('anamnesis_embedding_request_failures_total', { kind, reason: reasonOf(error) });

  const { timeout: timeoutMs, ...queryRetries } = policies.query;
  const guardQuery = createGuard({
    component: 'embedding',
    label: 'The embedding service',
    timeoutMs,
    retries: { ...queryRetries, mayPass: isRetryable },
    bulkhead: QUERY_BULKHEAD,
    health,
    judge: (error) =>
      error instanceof Failure && refusedAsInvalid.includes(error.reason.details?.status)
        ? 'answered'
        : judgeFailure(error),
    onFailure: (error) => countFailure('query', error),
  });

  const request = (
    texts: readonly string[],
    kind: 'document' | 'query',
    limits: { readonly timeout?: number; readonly signal?: AbortSignal },
  ): Promise<EmbeddingsAnswer> =>
    requestEmbeddings({
      url,
      ...omitUndefined({ apiKey: options.apiKey }),
      fields: {
        model: options.model,
        ...(reduced && known.dimensionsField ? { [known.dimensionsField]: dimensions } : {}),
        ...(service.base64 ? { encoding_format: 'base64' } : {}),
        ...(service.inputType ? { input_type: kind } : {}),
      },
      texts,
      kind,
      leavesThePremises: options.leavesThePremises,
      metrics,
      dimensions,
      ...limits,
    });

  /**
   * Embeds passages. This is background work with time to retry, unlike questions, which are answered without vectors.
   *
   * @param halt stops retries, not a request in flight
   */
  const askForPassages = (
    texts: readonly string[],
    signal: AbortSignal | undefined,
    halt: AbortSignal,
  ): Promise<EmbeddingsAnswer> =>
    passageQueue(() =>
      withRetries(
        () =>
          request(texts, 'document', { timeout: policies.document.timeout, ...omitUndefined({ signal }) }),
        {
          ...policies.document,
          mayPass: (error) => isRetryable(error) && retryAfterOf(error) <= policies.document.maxRetryAfter,
          retryAfterMs,
          onFailure: (error) => countFailure('document', error),
          signal: halt,
        },
      ),
    );

  const cut = (text: string): string => cutText(text, limits, countTokens);

  /** Records the cost of a response as it arrives: it is billed whether or not the other requests succeed. */
  const bill = (
    texts: readonly string[],
    { vectors, tokens: counted }: EmbeddingsAnswer,
  ): PassageEmbeddings => {
    const tokens = counted ?? texts.reduce((sum, text) => sum + countTokens(text), 0);
    const costUsd = price === undefined ? null : (tokens * price) / 1_000_000;
    metrics.count('anamnesis_embedding_tokens_total', {}, tokens);
    if (costUsd !== null) metrics.count('anamnesis_embedding_cost_usd_total', {}, costUsd);
    return { vectors, tokens, costUsd };
  };

  return {
    model: {
      name: reduced ? `${options.model}@${dimensions}` : options.model,
      dimensions,
      maxInputCharacters: limits.characters,
      batchSize: limits.texts,
      leavesThePremises: options.leavesThePremises,
    },

    embedPassages: async (texts, embedding: EmbeddingOptions = {}) => {
      if (texts.length > MAX_PASSAGES)
        throw new RangeError(`At most ${MAX_PASSAGES} texts are embedded in one call.`);
      const requests = divideIntoRequests(texts.map(cut), limits, countTokens);
      return embedInParts(
        partsOf(texts, requests),
        async (readable, halt) => bill(readable, await askForPassages(readable, embedding.signal, halt)),
        embedding,
      );
    },

    embedQuery: async (text, { signal }: EmbeddingOptions = {}) => {
      const readable = cut(text);
      const answer = await guardQuery((own) => request([readable], 'query', { signal: own }), signal);
      bill([readable], answer);
      const [vector] = answer.vectors;
      if (!vector) throw new RangeError('A vector is missing.');
      return vector;
    },
  };
};
