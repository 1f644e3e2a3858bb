import { z } from 'zod';
import { Failure, type FailureCode, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { MAX_RERANKED, type Reranker } from '../../../ports/reranker.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { readLimitedText } from '../../resilience/read-limited-text.ts';
import { parseJson } from '../../services/outside/parse-json.ts';
import { sendExternalRequest } from '../../services/outside/send-external-request.ts';
import { unitScores } from './unit-scores.ts';

type EndpointRerankerOptions = {
  /** The endpoint, including its path. */
  readonly url: URL;
  /**
   * `cohere`: `{model, query, documents}`, for Cohere, Jina, vLLM, llama.cpp and others. `tei`: `{query, texts}`, for
   * Hugging Face's Text Embeddings Inference, which serves one model.
   */
  readonly dialect: 'cohere' | 'tei';
  readonly model: string;
  readonly apiKey?: string;
  readonly leavesThePremises: boolean;
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** Milliseconds. */
  readonly timeout: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

/** Rerankers of the BERT family read 512 word pieces, including the question, and ignore the rest. */
const MAX_PASSAGE_CHARACTERS = 2000;
const MAX_QUERY_CHARACTERS = 1000;
const ANSWER_BYTES = 1024 * 1024;
const COMPONENT = 'reranking';

const datum = z
  .object({
    index: z.int().min(0),
    relevance_score: z.number().optional(),
    score: z.number().optional(),
  })
  .transform(({ index, relevance_score, score }) => ({ index, score: relevance_score ?? score }));
const answerSchema = z.union([
  z.array(datum),
  z.object({ results: z.array(datum) }).transform(({ results }) => results),
]);

const problem = (code: FailureCode, message: string): Failure =>
  new Failure(failure(code, message, { component: COMPONENT }));

const unusable = (why: string): Failure =>
  problem('external_api_error', `The reranking service gave an answer that cannot be used: ${why}.`);

const refusal = ({ status }: Response): Failure => {
  if (status === 429)
    return problem('rate_limit_exceeded', 'The reranking service allows no more requests at the moment.');
  if (status === 401 || status === 403)
    return problem(
      'external_api_error',
      `The reranking service refused the API key (${status}). Check RERANK_API_KEY.`,
    );
  if (status === 404)
    return problem(
      'external_api_error',
      'The reranking service does not know the model or the address (404). Check RERANK_URL and RERANK_MODEL.',
    );
  return problem('external_api_error', `The reranking service answered with an error (${status}).`);
};

const scoresOf = (text: string, count: number): readonly number[] => {
  const parsed = answerSchema.safeParse(parseJson(text));
  if (!parsed.success) throw unusable('its structure is unknown');
  const scores = new Map(parsed.data.map(({ index, score }) => [index, score]));
  const inOrder = Array.from({ length: count }, (_, index) => scores.get(index)).filter(
    (score) => score !== undefined,
  );
  if (parsed.data.length !== count || inOrder.length !== count)
    throw unusable(`${inOrder.length} scores for ${count} passages`);
  return unitScores(inOrder);
};

/** All questions share one service: further concurrent requests would only queue there until they time out. */
const BULKHEAD = { concurrent: 16, queued: 256 };

/**
 * Creates a cross-encoder for an HTTP endpoint. Rejects with `rule_violated` if text that identifies a person would
 * leave the premises. While the service keeps failing it is not asked, so that searches do not wait for it. There are
 * no retries: a person is waiting, and results have an order without it.
 */
export const createEndpointReranker = (options: EndpointRerankerOptions): Reranker => {
  const { url, dialect, model, apiKey, leavesThePremises, metrics, timeout } = options;
  const guard = createGuard({
    component: 'reranker',
    label: 'The reranking service',
    timeoutMs: timeout,
    bulkhead: BULKHEAD,
    health: options.health,
    ...omitUndefined({ now: options.now }),
  });

  const bodyOf = (query: string, passages: readonly string[]): Readonly<Record<string, unknown>> =>
    dialect === 'tei'
      ? { query, texts: passages, raw_scores: false, truncate: true }
      : { model, query, documents: passages, top_n: passages.length };

  const request = async (
    query: string,
    passages: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly number[]> => {
    try {
      const response = await sendExternalRequest({
        url,
        apiKey,
        body: bodyOf(query, passages),
        questions: ['query'],
        leavesThePremises,
        component: COMPONENT,
        metrics,
        signal,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw refusal(response);
      }
      const text = await readLimitedText(response, ANSWER_BYTES);
      if (text === undefined) throw unusable('it is too large');
      return scoresOf(text, passages.length);
    } catch (error) {
      if (error instanceof Failure) throw error;
      signal.throwIfAborted();
      throw problem('external_api_error', 'The reranking service cannot be reached.');
    }
  };

  return {
    model: { name: model, maxPassageCharacters: MAX_PASSAGE_CHARACTERS, leavesThePremises },
    rerank: async (query, passages, { signal } = {}) => {
      if (passages.length > MAX_RERANKED)
        throw new RangeError(`At most ${MAX_RERANKED} passages are reranked in one call.`);
      if (passages.length === 0) return [];
      const texts = passages.map((text) => text.slice(0, MAX_PASSAGE_CHARACTERS).toWellFormed());
      const question = query.slice(0, MAX_QUERY_CHARACTERS).toWellFormed();
      return guard((own) => request(question, texts, own), signal).catch((error: unknown) => {
        if (signal?.aborted) throw problem('timeout', 'The reranking service did not answer in time.');
        throw error;
      });
    },
  };
};
