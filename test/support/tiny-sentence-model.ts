import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Protocol buffer fields, as far as an ONNX model needs them. */
const varint = (value: number): readonly number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const field = (number: number, content: number | string | Uint8Array): Uint8Array => {
  if (typeof content === 'number') return Uint8Array.from([...varint(number * 8), ...varint(content)]);
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return Buffer.concat([Uint8Array.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
};
const message = (...fields: readonly Uint8Array[]): Uint8Array => Buffer.concat(fields);

const FLOAT = 1;
const INT64 = 7;
const tensorInfo = (name: string, type: number, dimensions: readonly (string | number)[]): Uint8Array => {
  const shape = dimensions.map((size) => field(1, message(field(typeof size === 'number' ? 1 : 2, size))));
  return message(field(1, name), field(2, field(1, message(field(1, type), field(2, message(...shape))))));
};

const WORDS =
  'what is the dose of drug give mg protocol chest pain seizure burn fracture same other new text'.split(' ');
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const vocabulary = [
  ...SPECIAL,
  ...WORDS,
  ...Array.from('abcdefghijklmnopqrstuvwxyz0123456789').flatMap((letter) => [letter, `##${letter}`]),
];

/** A graph of one node: each token's hidden state is its row of a table. */
const onnxModel = (dimensions: number): Uint8Array => {
  const table = Float32Array.from({ length: vocabulary.length * dimensions }, (_, index) =>
    Math.sin((index + 1) * 12.9898),
  );
  const graph = message(
    field(
      1,
      message(field(1, 'table'), field(1, 'input_ids'), field(2, 'last_hidden_state'), field(4, 'Gather')),
    ),
    field(2, 'tiny'),
    field(
      5,
      message(
        field(1, vocabulary.length),
        field(1, dimensions),
        field(2, FLOAT),
        field(8, 'table'),
        field(9, new Uint8Array(table.buffer)),
      ),
    ),
    ...['input_ids', 'attention_mask'].map((name) =>
      field(11, tensorInfo(name, INT64, ['batch', 'sequence'])),
    ),
    field(12, tensorInfo('last_hidden_state', FLOAT, ['batch', 'sequence', dimensions])),
  );
  return message(field(1, 8), field(7, graph), field(8, message(field(1, ''), field(2, 13))));
};

const tokenizer = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: SPECIAL.map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
  },
};

/**
 * Writes a complete sentence model of a few kilobytes in the layouts of the model hub and of packages: real files for the real runtime,
 * although its vectors are meaningless. Returns the folder and the name of the model.
 */
export const writeTinySentenceModel = async (dimensions: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-model-'));
  const model = 'tiny';
  await mkdir(join(folder, model, 'onnx'), { recursive: true });
  const write = (name: string, content: unknown): Promise<void> =>
    writeFile(join(folder, model, name), content instanceof Uint8Array ? content : JSON.stringify(content));
  await write('config.json', { model_type: 'bert', hidden_size: dimensions, vocab_size: vocabulary.length });
  await write('tokenizer.json', tokenizer);
  await write('tokenizer_config.json', {
    tokenizer_class: 'BertTokenizer',
    model_max_length: 256,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
    mask_token: '[MASK]',
    do_lower_case: true,
  });
  // The hub keeps it in a folder, a package does not.
  for (const path of ['onnx/model.onnx', 'model.onnx']) await write(path, onnxModel(dimensions));
  return { folder, model };
};
