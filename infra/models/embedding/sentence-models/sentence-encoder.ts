import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unitVector } from '../unit-vector.ts';
import { isFloatTensor, type OnnxRuntime, type OnnxTensor } from './onnx-runtime.ts';
import { createTokenizer } from './word-pieces.ts';

/** Computes the vector of one text, with its prefix. */
export type SentenceEncoder = (text: string) => Promise<Float32Array>;

type EncoderOptions = {
  /** Contains `model.onnx` and `tokenizer.json`. */
  readonly folder: string;
  readonly maxTokens: number;
  readonly dimensions: number;
};

/** Names of an output by exporter, preferred ones first. A pooled one saves the mean. */
const OUTPUTS = ['sentence_embedding', 'last_hidden_state', 'token_embeddings', 'output_0'];

/** The mean over the pieces of one text; a pooled output as it is; undefined for any other shape. */
const pooled = ({ dims, data }: OnnxTensor, dimensions: number): ArrayLike<number> | undefined => {
  const [texts, pieces] = dims;
  if (texts !== 1 || dims.at(-1) !== dimensions) return undefined;
  if (dims.length === 2) return data;
  if (dims.length !== 3 || pieces === undefined) return undefined;
  const sums = new Float64Array(dimensions);
  for (let at = 0; at < pieces * dimensions; at += 1)
    sums[at % dimensions] = (sums[at % dimensions] ?? 0) + (data[at] ?? 0);
  return sums;
};

/**
 * Loads a sentence model in ONNX format from its folder, whatever its exporter called the output. Throws when the
 * files are missing or have another form; a text is rejected when the model gives a vector of another size.
 *
 * Texts are run one at a time: the activations of an int8 model are quantised over a whole run, so a text would have
 * another vector in another batch; and nothing is padded.
 */
export const loadSentenceEncoder = async (
  { InferenceSession, Tensor }: OnnxRuntime,
  { folder, maxTokens, dimensions }: EncoderOptions,
): Promise<SentenceEncoder> => {
  const tokenize = createTokenizer(JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')));
  const session = await InferenceSession.create(await readFile(join(folder, 'model.onnx')), {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const output = OUTPUTS.find((name) => session.outputNames.includes(name)) ?? session.outputNames[0];
  if (output === undefined) throw new RangeError('The model has no output.');
  return async (text) => {
    const pieces = tokenize(text, maxTokens);
    const tensor = (numbers: readonly number[]): unknown =>
      new Tensor('int64', BigInt64Array.from(numbers, BigInt), [1, numbers.length]);
    const inputs: Readonly<Record<string, () => unknown>> = {
      input_ids: () => tensor(pieces),
      attention_mask: () => tensor(pieces.map(() => 1)),
      token_type_ids: () => tensor(pieces.map(() => 0)),
    };
    const feeds = Object.fromEntries(session.inputNames.map((name) => [name, inputs[name]?.()]));
    const { [output]: result } = await session.run(feeds, [output]);
    const mean = isFloatTensor(result) ? pooled(result, dimensions) : undefined;
    const vector = mean && unitVector(mean);
    if (!vector) throw new RangeError(`The model does not give vectors of ${dimensions} dimensions.`);
    return vector;
  };
};
