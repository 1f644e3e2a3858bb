import pLimit from 'p-limit';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import { MAX_RERANKED, type Reranker } from '../../../ports/reranker.ts';
import { loadTransformers, TRANSFORMERS_PACKAGE, useModelFolder } from '../embedding/load-transformers.ts';
import { installableModels } from '../installable/installable-models.ts';
import { sigmoid } from './unit-scores.ts';

/** The ONNX weights of cross-encoder/ms-marco-MiniLM-L-6-v2, trained on MS MARCO passage ranking. */
export const TRANSFORMERS_RERANK_MODEL: string = installableModels.reranker.model;
/** The model reads 512 word pieces, including the question, and ignores the rest. */
const MAX_PASSAGE_CHARACTERS = 2000;
/** Passages per run: all are padded to the longest. */
const BATCH_SIZE = 10;

type TransformersRerankerOptions = {
  /** A model in the hub, or a subfolder of `folder`. */
  readonly model?: string;
  /** The folder of models, each in a subfolder of its name. With it, nothing is downloaded. */
  readonly folder?: string;
  /** Loads the package; injectable for tests. */
  readonly load?: () => Promise<unknown>;
};

type FromPretrained = {
  readonly from_pretrained: (model: string, options?: object) => Promise<unknown>;
};
type Runtime = {
  readonly AutoTokenizer: FromPretrained;
  readonly AutoModelForSequenceClassification: FromPretrained;
  readonly env: Record<string, unknown>;
};
type Tokenize = (
  texts: readonly string[],
  options: { readonly text_pair: readonly string[]; readonly padding: boolean; readonly truncation: boolean },
) => unknown;
type Classify = (
  inputs: unknown,
) => Promise<{ readonly logits: { readonly data: ArrayLike<number>; readonly dims: readonly number[] } }>;

const canLoad = (value: unknown): value is FromPretrained =>
  // Classes are functions.
  (isRecord(value) || typeof value === 'function') &&
  'from_pretrained' in value &&
  typeof value.from_pretrained === 'function';
const isRuntime = (value: unknown): value is Runtime =>
  isRecord(value) &&
  canLoad(value.AutoTokenizer) &&
  canLoad(value.AutoModelForSequenceClassification) &&
  isRecord(value.env);
const isTokenize = (value: unknown): value is Tokenize => typeof value === 'function';
const isClassify = (value: unknown): value is Classify => typeof value === 'function';

const user = { component: 'reranking', setting: 'RERANK_PROVIDER=transformers' };
const unavailable = (message: string, cause?: unknown): Failure =>
  new Failure(
    failure('unavailable', message, { component: 'reranking' }),
    cause === undefined ? undefined : { cause },
  );

/**
 * Creates a cross-encoder that runs in this process through transformers.js. Texts never leave the premises. Loads the
 * model before it resolves; rejects with `unavailable` when the package or the model is missing.
 */
export const createTransformersReranker = async (
  options: TransformersRerankerOptions = {},
): Promise<Reranker> => {
  const name = options.model ?? TRANSFORMERS_RERANK_MODEL;
  const { env, AutoTokenizer, AutoModelForSequenceClassification } = await loadTransformers(
    isRuntime,
    user,
    options.load,
  );
  useModelFolder(env, options.folder);
  const [tokenize, classify] = await Promise.all([
    AutoTokenizer.from_pretrained(name),
    AutoModelForSequenceClassification.from_pretrained(name, { dtype: 'fp32' }),
  ]).catch((error: unknown) => {
    throw unavailable(
      `The reranking model ${name} cannot be loaded. Check RERANK_MODEL and RERANK_MODEL_PATH, or install it: npx anamnesis models install reranker`,
      error,
    );
  });
  if (!isTokenize(tokenize) || !isClassify(classify))
    throw unavailable(`The package ${TRANSFORMERS_PACKAGE} has an unsupported version.`);

  // One run at a time: each uses all processors.
  const limit = pLimit(1);
  const scoreBatch = (query: string, passages: readonly string[], signal?: AbortSignal) =>
    limit(async (): Promise<readonly number[]> => {
      signal?.throwIfAborted();
      const inputs = tokenize(
        passages.map(() => query),
        { text_pair: passages, padding: true, truncation: true },
      );
      const { logits } = await classify(inputs);
      if (logits.data.length !== passages.length)
        throw unavailable('The reranking model did not return one score per passage. Check RERANK_MODEL.');
      return Array.from(logits.data);
    });

  return {
    model: { name, maxPassageCharacters: MAX_PASSAGE_CHARACTERS, leavesThePremises: false },
    rerank: async (query, passages, { signal } = {}) => {
      if (passages.length > MAX_RERANKED)
        throw new RangeError(`At most ${MAX_RERANKED} passages are reranked in one call.`);
      const readable = passages.map((text) => text.slice(0, MAX_PASSAGE_CHARACTERS).toWellFormed());
      const scores: number[] = [];
      for (let from = 0; from < readable.length; from += BATCH_SIZE) {
        scores.push(
          ...(await scoreBatch(query.toWellFormed(), readable.slice(from, from + BATCH_SIZE), signal)),
        );
      }
      return scores.map(sigmoid);
    },
  };
};
