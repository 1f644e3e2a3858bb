import { z } from 'zod';

/** The parts of a `tokenizer.json` that a BERT tokenizer has. Any other kind of tokenizer is refused. */
const tokenizerSchema = z.object({
  normalizer: z.object({
    type: z.literal('BertNormalizer'),
    lowercase: z.boolean(),
    strip_accents: z.boolean().nullish(),
  }),
  pre_tokenizer: z.object({ type: z.literal('BertPreTokenizer') }),
  model: z.object({
    type: z.literal('WordPiece').optional(),
    unk_token: z.string(),
    continuing_subword_prefix: z.string(),
    max_input_chars_per_word: z.int().positive(),
    vocab: z.record(z.string(), z.int().nonnegative()),
  }),
});

/** Divides a text into the numbers of its word pieces, between those for the beginning and the end. */
export type Tokenizer = (text: string, maxTokens: number) => readonly number[];

/** Invisible characters; line breaks and tabs separate words. */
const INVISIBLE = /[^\P{C}\t\n\r]|\uFFFD/gu;
const IDEOGRAPH = /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;
const ACCENT = /\p{Mn}/gu;
/** Words, and each mark of punctuation alone: that of Unicode, and the symbols of ASCII. */
const WORD_OR_MARK = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;

/**
 * Creates the tokenizer of a `tokenizer.json` of the BERT family: WordPiece, the longest piece first (Devlin et al.,
 * NAACL 2019). Throws a ZodError for any other kind, and a RangeError when the vocabulary lacks a special token.
 */
export const createTokenizer = (definition: unknown): Tokenizer => {
  const { normalizer, model } = tokenizerSchema.parse(definition);
  const numbers = new Map(Object.entries(model.vocab));
  const numberOf = (token: string): number => {
    const number = numbers.get(token);
    if (number === undefined) throw new RangeError(`The vocabulary has no ${token}.`);
    return number;
  };
  const begin = numberOf('[CLS]');
  const end = numberOf('[SEP]');
  const unknown = numberOf(model.unk_token);

  const normalize = (text: string): string => {
    const clean = text.replace(INVISIBLE, '').replace(IDEOGRAPH, ' $& ');
    const plain =
      (normalizer.strip_accents ?? normalizer.lowercase) ? clean.normalize('NFD').replace(ACCENT, '') : clean;
    return normalizer.lowercase ? plain.toLowerCase() : plain;
  };

  const piecesOf = (word: string): readonly number[] => {
    const letters = Array.from(word);
    if (letters.length > model.max_input_chars_per_word) return [unknown];
    const pieces: number[] = [];
    for (let from = 0; from < letters.length; ) {
      const prefix = from === 0 ? '' : model.continuing_subword_prefix;
      let to = letters.length;
      let piece: number | undefined;
      for (; to > from && piece === undefined; to -= 1)
        piece = numbers.get(prefix + letters.slice(from, to).join(''));
      if (piece === undefined) return [unknown];
      pieces.push(piece);
      from = to + 1;
    }
    return pieces;
  };

  return (text, maxTokens) => {
    const pieces: number[] = [];
    for (const [word] of normalize(text).matchAll(WORD_OR_MARK)) {
      if (pieces.length >= maxTokens - 2) break;
      pieces.push(...piecesOf(word));
    }
    return [begin, ...pieces.slice(0, maxTokens - 2), end];
  };
};
