import { createHash } from 'node:crypto';
import type { Chunk } from '../../../domain/knowledge/chunk.ts';
import { conditions, drugs, groups, scatter } from './generated-protocols.ts';

/** Words of a large corpus in addition to medical ones: a few are everywhere, most are rare (Zipf's law). */
const VOCABULARY = 40_000;
const SENTENCES = 10;
const WORDS_IN_SENTENCE = 12;

const syllables = [
  'ba',
  'cor',
  'dim',
  'el',
  'fo',
  'gra',
  'hin',
  'jo',
  'ka',
  'lum',
  'mer',
  'nos',
  'ol',
  'pra',
];

/** A distinct invented word for each number. */
export const inventedWord = (number: number): string => {
  let rest = number;
  let word = '';
  do {
    word += syllables[rest % syllables.length] ?? '';
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0);
  return `${word}in`;
};

/** A number in [0, 1), deterministic for a seed. */
const fraction = (seed: number): number => {
  const mixed = Math.imul(scatter(seed) ^ (seed << 7), 2_246_822_519) >>> 0;
  return mixed / 2 ** 32;
};

/** The rank of a word drawn by Zipf's law: low ranks often, high ones rarely. */
const zipfRank = (seed: number): number => Math.floor(VOCABULARY ** fraction(seed)) - 1;

const pick = (values: readonly string[], seed: number): string => values[seed % values.length] ?? '';

/**
 * A chunk that reads like a textbook's: one drug for one condition, among mostly rare words, so that its postings are
 * as skewed as those of real text. Invented; the doses are meaningless.
 */
const generatedChunk = (seed: number, index: number): Chunk => {
  const drug = pick(drugs, scatter(seed));
  const condition = pick(conditions, scatter(seed) >> 4);
  const group = pick(groups, scatter(seed) >> 9);
  const sentences = Array.from({ length: SENTENCES }, (_, sentence) => {
    const words = Array.from({ length: WORDS_IN_SENTENCE }, (_word, word) =>
      inventedWord(zipfRank(seed * 131 + sentence * WORDS_IN_SENTENCE + word)),
    );
    return `${words.join(' ')}.`;
  });
  const text = [
    `For ${group} with ${condition} give ${(scatter(seed) % 97) + 1} mg of ${drug}, an invented number.`,
    ...sentences,
  ].join(' ');
  return {
    index,
    text,
    sectionPath: [`${drug} in ${condition}`],
    contentType: 'medication',
    isTable: false,
    firstPage: index + 1,
    lastPage: index + 1,
    tokens: Math.round(text.length / 4),
    start: 0,
    end: text.length,
  };
};

/** A document as published by the indexing worker. */
export type GeneratedDocument = {
  readonly docKey: string;
  readonly title: string;
  readonly contentHash: string;
  readonly chunks: readonly Chunk[];
};

/** Documents with the given number of chunks each, the same in every run. */
export const generatedDocument = (number: number, chunks: number): GeneratedDocument => {
  const docKey = `bench-${number}`;
  return {
    docKey,
    title: `Example textbook ${number}: ${pick(conditions, number)}`,
    contentHash: createHash('sha256').update(docKey).digest('hex'),
    chunks: Array.from({ length: chunks }, (_, index) => generatedChunk(number * chunks + index, index)),
  };
};
