import { z } from 'zod';
import { defined } from '../../domain/kernel/defined.ts';
import { Failure, type FailureCode, failure } from '../../domain/kernel/failure.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { MAX_RERANKED, type Reranker } from '../../ports/reranker.ts';
import { readLimitedText } from '../embedding/read-limited-text.ts';
import { parseJson } from '../outside/parse-json.ts';
import { sendOutside } from '../outside/send-outside.ts';
import { createCircuitBreaker } from '../resilience/circuit-breaker.ts';
import { unitScores } from './unit-scores.ts';

type EndpointRerankerOptions = {
  /** Where to post to, with the path. */
  readonly url: URL;
  /**
   * `cohere`: `{model, query, documents}`, as Cohere, Jina, vLLM, llama.cpp and others take it. `tei`:
   * `{query, texts}`, as Hugging Face's Text Embeddings Inference takes it, which serves one model.
   */
  readonly dialect: 'cohere' | 'tei';
  readonly model: string;
  readonly apiKey?: string;
  readonly leavesThePremises: boolean;
  readonly metrics: Metrics;
  /** Milliseconds. */
  readonly timeout: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

/** Rerankers of the BERT family read 512 word pieces, question and all, and ignore the rest. */
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
  if (!parsed.success) throw unusable('not the form of a rerank answer');
  const scores = new Map(parsed.data.map(({ index, score }) => [index, score]));
  const inOrder = Array.from({ length: count }, (_, index) => scores.get(index)).filter(
    (score) => score !== undefined,
  );
  if (parsed.data.length !== count || inOrder.length !== count)
    throw unusable(`${inOrder.length} scores for ${count} passages`);
  return unitScores(inOrder);
};

/** Failures in a row that open the circuit, and the milliseconds until a trial request. */
const FAILURES = 3;
const PAUSE = 30_000;

/**
 * A cross-encoder behind an HTTP endpoint. Rejects with `rule_violated` what identifies a person and would leave. After
 * three failures in a row it is not asked for half a minute, so that a search does not wait for it each time.
 */
export const createEndpointReranker = (options: EndpointRerankerOptions): Reranker => {
  const { url, dialect, model, apiKey, leavesThePremises, metrics, timeout } = options;
  const guarded = createCircuitBreaker({
    failures: FAILURES,
    pause: PAUSE,
    // What is not sent says nothing of the service.
    counts: (error) => error instanceof Failure && error.reason.code !== 'rule_violated',
    refusal: () =>
      problem('unavailable', 'The reranking service has failed several times and is left alone for a while.'),
    ...defined({ now: options.now }),
  });

  const bodyOf = (query: string, passages: readonly string[]): Readonly<Record<string, unknown>> =>
    dialect === 'tei'
      ? { query, texts: passages, raw_scores: false, truncate: true }
      : { model, query, documents: passages, top_n: passages.length };

  const request = async (
    query: string,
    passages: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly number[]> => {
    const timeLimit = AbortSignal.timeout(timeout);
    try {
      const response = await sendOutside({
        url,
        apiKey,
        body: bodyOf(query, passages),
        questions: ['query'],
        leavesThePremises,
        component: COMPONENT,
        metrics,
        signal: signal === undefined ? timeLimit : AbortSignal.any([signal, timeLimit]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw refusal(response);
      }
      const text = await readLimitedText(response, ANSWER_BYTES);
      if (text === undefined) throw unusable('more bytes than scores can have');
      return scoresOf(text, passages.length);
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (timeLimit.aborted || signal?.aborted)
        throw problem('timeout', 'The reranking service did not answer in time.');
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
      return guarded(() => request(question, texts, signal));
    },
  };
};
