import { foldName } from './fold-name.ts';

/** The capitalization of a word. `Mixed` fits neither a name nor an ordinary word: `mRNA`, `SpO`. */
type WordCase = 'Capital' | 'UPPER' | 'lower' | 'Mixed';

/** A word of a text. UTF-16 offsets, end exclusive, without a possessive 's. */
export type TextWord = {
  readonly start: number;
  readonly end: number;
  /** The start of the next gap: after a possessive 's. */
  readonly after: number;
  readonly written: string;
  /** In lower case, without accents and apostrophes. */
  readonly folded: string;
  readonly letters: WordCase;
  readonly possessive: boolean;
};

/** Letters with the characters that occur inside a name, including digits that disguise one (`J0hn`). */
const WORD = /\p{L}[\p{L}\p{M}\d'’]{0,39}(?:[-‐‑]\p{L}[\p{L}\p{M}\d'’]{0,39}){0,3}/gu;
const POSSESSIVE = /['’][sS]$/u;

const letterCase = (written: string): WordCase => {
  const upper = written.toUpperCase();
  if (written === written.toLowerCase()) return 'lower';
  if (written === upper) return 'UPPER';
  // Each part of `Al-Masri`, `O'Brien`, `McDonald`, `DeShawn` begins with a capital; `SpO` and `mRNA` have too many.
  const capitals = written.length - written.replaceAll(/\p{Lu}/gu, '').length;
  const parts = written.split(/[-‐‑'’]/u).filter((part) => part.length > 1).length;
  return /^\p{Lu}/u.test(written) && capitals <= parts + 1 ? 'Capital' : 'Mixed';
};

/** The words of a text, in order. */
export const wordsOfText = (text: string): readonly TextWord[] =>
  Array.from(text.matchAll(WORD), (match): TextWord => {
    const [whole] = match;
    const written = whole.replace(POSSESSIVE, '').replace(/['’]{1,3}$/u, '');
    const possessive = POSSESSIVE.test(whole);
    return {
      start: match.index,
      end: match.index + written.length,
      after: match.index + whole.length,
      written,
      folded: foldName(written),
      letters: letterCase(written),
      possessive,
    };
  });
