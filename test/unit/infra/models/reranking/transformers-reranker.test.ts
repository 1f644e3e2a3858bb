import { describe, expect, it } from 'vitest';
import { TRANSFORMERS_PACKAGE } from '../../../../../infra/models/embedding/load-transformers.ts';
import { createTransformersReranker } from '../../../../../infra/models/reranking/transformers-reranker.ts';
import { describeReranker } from '../../../../contract/reranker.contract.ts';
import { sharedWords } from '../../../../support/rerank-server.ts';

type Pairs = { readonly queries: readonly string[]; readonly passages: readonly string[] };

/** The used parts of transformers.js, around a model that counts shared words; records its inputs. */
const runtime = (scoresPerPassage = 1) => {
  const env: Record<string, unknown> = {};
  const loaded: unknown[] = [];
  const runs: Pairs[] = [];
  const tokenize = (queries: readonly string[], { text_pair }: { text_pair: readonly string[] }): Pairs => ({
    queries,
    passages: text_pair,
  });
  const classify = async (pairs: Pairs) => {
    runs.push(pairs);
    const data = pairs.passages.flatMap((text, index) =>
      Array.from({ length: scoresPerPassage }, () => 20 * sharedWords(pairs.queries[index] ?? '', text) - 10),
    );
    return { logits: { data: Float32Array.from(data), dims: [pairs.passages.length, scoresPerPassage] } };
  };
  const loader = (part: unknown) => ({
    from_pretrained: async (model: string) => {
      loaded.push(model);
      return part;
    },
  });
  return {
    env,
    loaded,
    runs,
    load: async () => ({
      env,
      AutoTokenizer: loader(tokenize),
      AutoModelForSequenceClassification: loader(classify),
    }),
  };
};

describeReranker('a model in this process', () => createTransformersReranker({ load: runtime().load }));

describe('an in-process cross-encoder', () => {
  it('names the missing package and how to install it', async () => {
    const load = (): Promise<unknown> => import(String('@huggingface/not-installed-here'));
    await expect(createTransformersReranker({ load })).rejects.toThrow(`npm install ${TRANSFORMERS_PACKAGE}`);
  });

  it('names the model that cannot be loaded, without the cause', async () => {
    const broken = { from_pretrained: () => Promise.reject(new Error('/secret/path')) };
    const load = async () => ({
      env: {},
      AutoTokenizer: broken,
      AutoModelForSequenceClassification: broken,
    });
    await expect(createTransformersReranker({ load, model: 'some/model' })).rejects.toThrow(
      'The reranking model some/model cannot be loaded. Check RERANK_MODEL and RERANK_MODEL_PATH',
    );
  });

  it('loads ms-marco-MiniLM-L-6-v2, and downloads nothing when a model folder is set', async () => {
    const { env, loaded, load } = runtime();
    const { model } = await createTransformersReranker({ load, folder: '/models' });
    expect(env).toEqual({ localModelPath: '/models', allowRemoteModels: false });
    expect(loaded).toEqual(['Xenova/ms-marco-MiniLM-L-6-v2', 'Xenova/ms-marco-MiniLM-L-6-v2']);
    expect(model).toMatchObject({ name: 'Xenova/ms-marco-MiniLM-L-6-v2', leavesThePremises: false });
  });

  it('pairs the question with each passage, in batches that fit the memory', async () => {
    const { load, runs } = runtime();
    const { rerank } = await createTransformersReranker({ load });
    const passages = Array.from({ length: 25 }, (_, index) => `passage ${index}`);
    await rerank('heart', passages);
    expect(runs.flatMap((run) => run.passages)).toEqual(passages);
    expect(runs.map((run) => run.queries.length)).toEqual([10, 10, 5]);
  });

  it('is rejected when it returns more than one score per passage', async () => {
    const { rerank } = await createTransformersReranker({ load: runtime(2).load });
    await expect(rerank('heart', ['a', 'b'])).rejects.toThrow('one score per passage');
  });
});
