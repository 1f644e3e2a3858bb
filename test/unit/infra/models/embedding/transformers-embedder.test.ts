import { describe, expect, it } from 'vitest';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { TRANSFORMERS_PACKAGE } from '../../../../../infra/models/embedding/load-transformers.ts';
import { createTransformersEmbedder } from '../../../../../infra/models/embedding/transformers-embedder.ts';

const failureOf = async (work: Promise<unknown>): Promise<Failure | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Failure ? error : undefined),
  );

/** A runtime whose vectors contain the lengths of the texts; records its inputs. */
const runtime = (dimensions: number) => {
  const env: Record<string, unknown> = {};
  const calls: { texts: readonly string[]; options: unknown }[] = [];
  const extract = async (texts: readonly string[], options: unknown) => {
    calls.push({ texts, options });
    const data = texts.flatMap((text) => Array.from({ length: dimensions }, (_, at) => text.length + at));
    return { data: Float32Array.from(data), dims: [texts.length, dimensions] };
  };
  return { calls, env, load: async () => ({ env, pipeline: async () => extract }) };
};

describe('an in-process embedding model', () => {
  it('names the missing package and how to install it', async () => {
    const load = (): Promise<unknown> => import(String('@huggingface/not-installed-here'));
    const failed = await failureOf(createTransformersEmbedder({ load }));
    expect(failed?.reason.code).toBe('unavailable');
    expect(failed?.message).toContain(`npm install ${TRANSFORMERS_PACKAGE}`);
  });

  it('names the model that cannot be loaded', async () => {
    const load = async () => ({ env: {}, pipeline: () => Promise.reject(new Error('/secret/path')) });
    const failed = await failureOf(createTransformersEmbedder({ load, model: 'some/model' }));
    expect(failed?.message).toContain('some/model cannot be loaded');
    expect(failed?.message).not.toContain('/secret/path');
  });

  it('downloads nothing when a model folder is set', async () => {
    const { env, load } = runtime(384);
    await createTransformersEmbedder({ load, folder: '/models' });
    expect(env).toEqual({ localModelPath: '/models', allowRemoteModels: false });
  });

  it('uses mean pooling, in batches that fit the memory', async () => {
    const { calls, load } = runtime(384);
    const embedder = await createTransformersEmbedder({ load });
    const texts = Array.from({ length: 70 }, (_, index) => 'x'.repeat(index + 1));
    const { vectors } = await embedder.embedPassages(texts);
    expect(vectors).toHaveLength(70);
    expect(calls.flatMap((run) => run.texts)).toEqual(texts);
    expect(Math.max(...calls.map((run) => run.texts.length))).toBe(32);
    expect(calls[0]?.options).toEqual({ pooling: 'mean', normalize: true });
    expect(embedder.model).toMatchObject({ dimensions: 384, leavesThePremises: false });
  });

  it('is rejected when its vectors have other dimensions than configured', async () => {
    const { load } = runtime(768);
    const embedder = await createTransformersEmbedder({ load });
    const failed = await failureOf(embedder.embedQuery('seizure'));
    expect(failed?.message).toContain('768 dimensions, but 384 are configured');
  });
});
