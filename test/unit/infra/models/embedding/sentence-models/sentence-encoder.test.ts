import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  OnnxRuntime,
  OnnxSession,
} from '../../../../../../infra/models/embedding/sentence-models/onnx-runtime.ts';
import { loadSentenceEncoder } from '../../../../../../infra/models/embedding/sentence-models/sentence-encoder.ts';
import { writeTinySentenceModel } from '../../../../../support/tiny-sentence-model.ts';

class Tensor {
  readonly data: BigInt64Array;
  readonly dims: readonly number[];
  constructor(_type: 'int64', data: BigInt64Array, dims: readonly number[]) {
    this.data = data;
    this.dims = dims;
  }
}

type Output = { readonly dims: readonly number[]; readonly data: readonly number[] };

/** A runtime whose model has these inputs, and gives these outputs for any text; records what it is fed. */
const runtime = (inputs: readonly string[], outputs: Readonly<Record<string, Output>>) => {
  const fed: Record<string, unknown>[] = [];
  const session: OnnxSession = {
    inputNames: inputs,
    outputNames: Object.keys(outputs),
    run: async (feeds, fetches) => {
      fed.push({ ...feeds });
      return Object.fromEntries(
        fetches.map((name) => {
          const { dims, data } = outputs[name] ?? { dims: [], data: [] };
          return [name, { dims, data: Float32Array.from(data) }];
        }),
      );
    },
  };
  const onnx: OnnxRuntime = { InferenceSession: { create: async () => session }, Tensor };
  return { onnx, fed };
};

const tokens: Output = { dims: [1, 2, 2], data: [3, 0, 3, 8] };
const sentence: Output = { dims: [1, 2], data: [0, 5] };

describe('a sentence model in ONNX format', () => {
  let folder: string;
  let tiny: string;
  beforeAll(async () => {
    const written = await writeTinySentenceModel(2);
    folder = written.folder;
    tiny = join(folder, written.model);
  });
  afterAll(() => rm(folder, { recursive: true }));
  const load = ({ onnx }: ReturnType<typeof runtime>, dimensions = 2) =>
    loadSentenceEncoder(onnx, { folder: tiny, maxTokens: 8, dimensions });
  const rounded = (vector: Float32Array): readonly number[] =>
    Array.from(vector, (value) => Math.round(value * 100) / 100);

  it.each(['last_hidden_state', 'token_embeddings', 'output_0', 'anything'])(
    'gives the mean over the pieces, of length one, when its output is called %s',
    async (name) => {
      const encode = await load(runtime(['input_ids'], { [name]: tokens }));
      expect(rounded(await encode('dose'))).toEqual([0.6, 0.8]);
    },
  );

  it('gives the vector that an export has pooled itself', async () => {
    const outputs = { last_hidden_state: tokens, sentence_embedding: sentence };
    const encode = await load(runtime(['input_ids'], outputs));
    expect(rounded(await encode('dose'))).toEqual([0, 1]);
  });

  it('is fed the inputs that it has, and no others', async () => {
    const { onnx, fed } = runtime(['input_ids', 'attention_mask', 'token_type_ids'], { output_0: tokens });
    const encode = await load({ onnx, fed });
    await encode('dose of drug');
    const shape = { dims: [1, 5] };
    expect(fed[0]).toMatchObject({ input_ids: shape, attention_mask: shape, token_type_ids: shape });
    const bare = runtime(['input_ids'], { output_0: tokens });
    await (await load(bare))('dose');
    expect(Object.keys(bare.fed[0] ?? {})).toEqual(['input_ids']);
  });

  it('rejects a text when the vectors have another size, or are no vectors', async () => {
    for (const output of [tokens, { dims: [1, 2], data: [0, 0, 0] }, { dims: [1, 3], data: [0, 0, 0] }]) {
      const encode = await load(runtime(['input_ids'], { output_0: output }), 3);
      await expect(encode('dose')).rejects.toThrow('does not give vectors of 3 dimensions');
    }
  });
});
