import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { type Embedder, MAX_PASSAGES } from '../../../../ports/embedder.ts';
import { createWorkerPool, type WorkerPool } from '../../../resilience/worker-pool/create-worker-pool.ts';
import type { SentenceModel } from '../../installable/sentence-models.ts';
import type { EncoderJob, EncoderResult, EncoderSettings } from './encoder-job.ts';

type OnnxOptions = {
  readonly model: SentenceModel;
  readonly modelsDir: string;
};

/** Longer texts are cut before they are tokenized: no 512 word pieces are longer. */
const MAX_INPUT_CHARACTERS = 4000;
/** Texts that are stored at a time. */
const BATCH_SIZE = 32;
/** Threads for passages, each of which holds the model. */
const MAX_THREADS = 2;
/** Loading the model takes a second; a run, 0.2 on a quiet processor. */
const STALL_TIMEOUT = 30_000;
const TOTAL_TIMEOUT = 300_000;
/** A thread that has embedded passages gives its memory back; that of questions stays ready. */
const PASSAGES_IDLE_AFTER = 60_000;
const QUESTIONS_IDLE_AFTER = 24 * 60 * 60 * 1000;

const COMPONENT = 'embedding';

type Pool = WorkerPool<EncoderJob, EncoderResult>;

/**
 * Replaces the pool's messages, which are about files to read. The failures of the model itself have neither details nor
 * a time to wait.
 */
const inOwnWords = (error: unknown): unknown => {
  if (!(error instanceof Failure)) return error;
  const { code, details, retryAfter } = error.reason;
  if (details === undefined && retryAfter === undefined) return error;
  const message =
    code === 'timeout'
      ? 'The embedding model took too long and was stopped.'
      : 'The embedding model is overloaded or stopped unexpectedly. Try again.';
  return new Failure(failure(code === 'timeout' ? code : 'unavailable', message, { component: COMPONENT }), {
    cause: error,
  });
};

const encodeIn = async (pool: Pool, text: string, signal?: AbortSignal): Promise<Float32Array> => {
  try {
    return (await pool.run({ text: text.slice(0, MAX_INPUT_CHARACTERS).toWellFormed() }, signal)).vector;
  } catch (error) {
    throw inOwnWords(error);
  }
};

/**
 * Creates an embedder that runs an installed sentence model in threads of this process: one for questions, so that they
 * never wait for passages, and up to two for passages, which exit when they have nothing to do. Texts never leave the
 * premises. Loads the model before it resolves; rejects with `unavailable` when ONNX Runtime or the model is missing.
 */
export const createOnnxEmbedder = async ({
  model,
  modelsDir,
}: OnnxOptions): Promise<Embedder & AsyncDisposable> => {
  const { name, dimensions, maxTokens, prefixes } = model;
  const settings: EncoderSettings = { folder: join(modelsDir, name), name, maxTokens, dimensions };
  const open = (workers: number, idleAfter: number): Pool =>
    createWorkerPool<EncoderJob, EncoderResult>(
      { file: new URL('./encoder-thread.ts', import.meta.url), settings, component: COMPONENT },
      {
        workers,
        maxWaiting: 2 * MAX_PASSAGES,
        stallTimeout: STALL_TIMEOUT,
        totalTimeout: TOTAL_TIMEOUT,
        retireAbove: Number.POSITIVE_INFINITY,
        heapMegabytes: 128,
        idleAfter,
      },
    );
  const questions = open(1, QUESTIONS_IDLE_AFTER);
  const threads = Math.min(MAX_THREADS, availableParallelism());
  const passages = open(threads, PASSAGES_IDLE_AFTER);
  const close = async (): Promise<void> => {
    await Promise.all([questions.close(), passages.close()]);
  };
  try {
    await encodeIn(questions, prefixes.question);
  } catch (error) {
    await close();
    throw error;
  }
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
        signal?.throwIfAborted();
        const batch = texts.slice(from, from + BATCH_SIZE);
        const encoded = batch.map((text) => encodeIn(passages, `${prefixes.passage}${text}`, signal));
        vectors.push(...(await Promise.all(encoded)));
      }
      return { vectors, tokens: 0, costUsd: 0 };
    },
    embedQuery: (text, { signal } = {}) => encodeIn(questions, `${prefixes.question}${text}`, signal),
    [Symbol.asyncDispose]: close,
  };
};
