import pLimit from 'p-limit';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import { type Embedder, MAX_PASSAGES } from '../../../ports/embedder.ts';
import { installableModels } from '../installable/installable-models.ts';
import { loadTransformers, TRANSFORMERS_PACKAGE, useModelFolder } from './load-transformers.ts';
import { unitVector } from './unit-vector.ts';

export const TRANSFORMERS_MODEL: string = installableModels['minilm-fp32'].model;
/** From the model card of all-MiniLM-L6-v2, which reads 256 word pieces and ignores the rest. */
const DIMENSIONS = 384;
const MAX_INPUT_CHARACTERS = 2000;
/** Texts per run: all are padded to the longest. */
const BATCH_SIZE = 32;

type TransformersOptions = {
  /** A model in the hub, or a subfolder of `folder`. */
  readonly model?: string;
  readonly dimensions?: number;
  /** The folder of models, each in a subfolder of its name. With it, nothing is downloaded. */
  readonly folder?: string;
  /** Loads the package; injectable for tests. */
  readonly load?: () => Promise<unknown>;
};

type Runtime = {
  readonly pipeline: (task: string, model: string, options: object) => Promise<unknown>;
  readonly env: Record<string, unknown>;
};
type Extract = (
  texts: readonly string[],
  options: { readonly pooling: 'mean'; readonly normalize: boolean },
) => Promise<{ readonly data: ArrayLike<number>; readonly dims: readonly number[] }>;

const isRuntime = (value: unknown): value is Runtime =>
  isRecord(value) && typeof value.pipeline === 'function' && isRecord(value.env);
const isExtract = (value: unknown): value is Extract => typeof value === 'function';

const user = { component: 'embedding', setting: 'EMBEDDING_PROVIDER=transformers' };
const unavailable = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'embedding' }));

/**
 * Creates an embedder that runs a sentence-transformers model in this process through transformers.js: the normalised
 * mean over the tokens. Texts never leave the premises. Loads the model before it resolves; rejects with `unavailable`
 * when the package or the model is missing.
 */
export const createTransformersEmbedder = async (options: TransformersOptions = {}): Promise<Embedder> => {
  const name = options.model ?? TRANSFORMERS_MODEL;
  const dimensions = options.dimensions ?? DIMENSIONS;
  const { env, pipeline } = await loadTransformers(isRuntime, user, options.load);
  useModelFolder(env, options.folder);
  const extract = await pipeline('feature-extraction', name, { dtype: 'fp32' }).catch((error: unknown) => {
    throw new Failure(
      failure(
        'unavailable',
        `The embedding model ${name} cannot be loaded. Check EMBEDDING_MODEL and TRANSFORMERS_MODEL_PATH, or install it: npx anamnesis models install minilm-fp32`,
        { component: 'embedding' },
      ),
      { cause: error },
    );
  });
  if (!isExtract(extract))
    throw unavailable(`The package ${TRANSFORMERS_PACKAGE} has an unsupported version.`);

  // One run at a time: each uses all processors, and questions get their turn between two runs.
  const limit = pLimit(1);
  const embed = (texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> =>
    limit(async () => {
      signal?.throwIfAborted();
      const readable = texts.map((text) => text.slice(0, MAX_INPUT_CHARACTERS).toWellFormed());
      const { data, dims } = await extract(readable, { pooling: 'mean', normalize: true });
      if (dims[0] !== texts.length || dims[1] !== dimensions || data.length !== texts.length * dimensions) {
        throw new Failure(
          failure(
            'external_api_error',
            `The embedding model returned vectors of ${dims[1] ?? 0} dimensions, but ${dimensions} are configured.`,
            { component: 'embedding' },
          ),
        );
      }
      return texts.map((_, row) => {
        const part = Array.from(
          { length: dimensions },
          (_value, column) => data[row * dimensions + column] ?? 0,
        );
        const vector = unitVector(part);
        if (!vector) throw unavailable('The embedding model returned a zero or non-finite vector.');
        return vector;
      });
    });

  return {
    model: {
      name,
      dimensions,
      maxInputCharacters: MAX_INPUT_CHARACTERS,
      batchSize: BATCH_SIZE,
      leavesThePremises: false,
    },
    embedPassages: async (texts, { signal } = {}) => {
      if (texts.length > MAX_PASSAGES)
        throw new RangeError(`At most ${MAX_PASSAGES} texts are embedded in one call.`);
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += BATCH_SIZE) {
        vectors.push(...(await embed(texts.slice(from, from + BATCH_SIZE), signal)));
      }
      return { vectors, tokens: 0, costUsd: 0 };
    },
    embedQuery: async (text, { signal } = {}) => {
      const [vector] = await embed([text], signal);
      if (!vector) throw new RangeError('A vector is missing.');
      return vector;
    },
  };
};
