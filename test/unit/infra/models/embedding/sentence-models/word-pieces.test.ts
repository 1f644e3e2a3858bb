import { describe, expect, it } from 'vitest';
import { createTokenizer } from '../../../../../../infra/models/embedding/sentence-models/word-pieces.ts';

const pieces = [
  '[UNK]',
  '[CLS]',
  '[SEP]',
  'dose',
  'give',
  '##n',
  'epi',
  '##neph',
  '##rine',
  '##r',
  '.',
  '0',
  '3',
  'mg',
  '<',
  '急',
  '救',
  'resume',
];
const definition = {
  normalizer: { type: 'BertNormalizer', lowercase: true, strip_accents: null },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 20,
    vocab: Object.fromEntries(pieces.map((piece, number) => [piece, number])),
  },
};
const tokenize = createTokenizer(definition);
const read = (text: string, maxTokens = 100): readonly (string | undefined)[] =>
  tokenize(text, maxTokens).map((number) => pieces[number]);

describe('the tokenizer of a sentence model', () => {
  it('divides words into the longest pieces of the vocabulary', () => {
    expect(read('Given epinephrine')).toEqual(['[CLS]', 'give', '##n', 'epi', '##neph', '##rine', '[SEP]']);
  });

  it('separates punctuation and the symbols of ASCII from words', () => {
    expect(read('dose <0.3mg.')).toEqual(['[CLS]', 'dose', '<', '0', '.', '[UNK]', '.', '[SEP]']);
  });

  it('reads each ideograph as a word, and letters without their accents', () => {
    expect(read('急救Résumé')).toEqual(['[CLS]', '急', '救', 'resume', '[SEP]']);
  });

  it('leaves out invisible characters, and takes every kind of space for one', () => {
    expect(read('do\u00ADse\u200B\n\tgive\u00A0mg\uFFFD')).toEqual(['[CLS]', 'dose', 'give', 'mg', '[SEP]']);
  });

  it('reads a word that is too long, or has a part without a piece, as unknown', () => {
    expect(read(`${'dose'.repeat(10)} epix`)).toEqual(['[CLS]', '[UNK]', '[UNK]', '[SEP]']);
  });

  it('cuts a text at the number of pieces, and keeps the end mark', () => {
    expect(read('dose '.repeat(1000), 5)).toEqual(['[CLS]', 'dose', 'dose', 'dose', '[SEP]']);
    expect(read('mg epinephrine', 4)).toEqual(['[CLS]', 'mg', 'epi', '[SEP]']);
    expect(read('')).toEqual(['[CLS]', '[SEP]']);
  });

  it('refuses a tokenizer of another kind, and a vocabulary without the marks', () => {
    const { model } = definition;
    expect(() => createTokenizer({ ...definition, pre_tokenizer: { type: 'ByteLevel' } })).toThrow();
    expect(() => createTokenizer({ ...definition, model: { ...model, vocab: { dose: 0 } } })).toThrow(
      'has no [CLS]',
    );
  });
});
