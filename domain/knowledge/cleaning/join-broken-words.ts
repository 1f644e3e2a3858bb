import { createTermNumbers } from '../../language/term-numbers.ts';

/** The longest half of a word that is joined; the limit keeps the search linear on lines without spaces. */
const maxWordLength = 64;
const softHyphen = '\u00AD';
const hyphens: ReadonlySet<string> = new Set(['-', '\u2010', softHyphen]);
const brokenEnd = /(?<!\p{L})(\p{L}{2,})([-\u2010\u00AD])$/u;
const continuation = /^(\p{Ll}{2,})/u;

/** Most lines end otherwise, and their last character alone says so. */
const endsInHyphen = (line: string): boolean => hyphens.has(line.charAt(line.length - 1));

const endsBroken = (line: string): boolean =>
  endsInHyphen(line) && brokenEnd.test(line.slice(-maxWordLength));

/** The words of a document. */
type Vocabulary = Pick<ReadonlySet<string>, 'has'>;

/**
 * Collects every word of the document in lower case, and every hyphenated compound within a line. The halves of broken
 * words are left out: they prove nothing.
 *
 * @param seed of the table of words, see `term-numbers.ts`
 */
export const vocabularyOf = (lines: Iterable<string>, seed?: number): Vocabulary => {
  const words = createTermNumbers(seed);
  const add = (word: string | undefined): void => {
    if (word !== undefined) words.add(word.replaceAll('\u2010', '-'));
  };
  let previousIsBroken = false;
  for (const line of lines) {
    // One word behind, because the last may be half a word. A line may have millions.
    let before: string | undefined;
    let isHalf = previousIsBroken;
    for (const [word] of line.toLowerCase().matchAll(/\p{L}+(?:[-\u2010]\p{L}+)*/gu)) {
      add(before);
      before = isHalf ? undefined : word;
      isHalf = false;
    }
    previousIsBroken = endsBroken(line);
    if (!previousIsBroken) add(before);
  }
  return { has: (word) => words.find(word) >= 0 };
};

/** Joins two halves with or without a hyphen, judged by the words of the same document. */
const joinHalves = (first: string, second: string, hyphen: string, vocabulary: Vocabulary): string => {
  const [left, right] = [first.toLowerCase(), second.toLowerCase()];
  const whole = `${first}${second}`;
  if (hyphen === softHyphen || vocabulary.has(left + right)) return whole;
  const compound = `${first}-${second}`;
  if (vocabulary.has(`${left}-${right}`)) return compound;
  return vocabulary.has(left) && vocabulary.has(right) ? compound : whole;
};

/** Moves the rest of a broken word up; `undefined` when the first line does not end in one. */
const joinPair = (
  line: string,
  nextLine: string,
  vocabulary: Vocabulary,
): { readonly line: string; readonly rest: string } | undefined => {
  if (!endsInHyphen(line)) return undefined;
  const end = brokenEnd.exec(line.slice(-maxWordLength));
  const next = continuation.exec(nextLine.slice(0, maxWordLength));
  if (end === null || next === null) return undefined;
  const [broken = '', first = '', hyphen = ''] = end;
  const [second = ''] = next;
  if (second.length === maxWordLength || broken.length === maxWordLength) return undefined;
  const after = nextLine.slice(second.length);
  // Punctuation that follows the word moves with it.
  const tail = /^[^\s\p{L}\d]*/u.exec(after)?.[0] ?? '';
  const start = line.slice(0, line.length - broken.length);
  return {
    line: start + joinHalves(first, second, hyphen, vocabulary) + tail,
    rest: after.slice(tail.length).trimStart(),
  };
};

/**
 * Joins words that were broken over two lines, and removes soft hyphens. Only letters are joined: a range such as `10-`
 * / `15` stays unchanged. The end of the word moves up; the rest of the second line stays.
 */
export const joinBrokenWords = (lines: readonly string[], vocabulary: Vocabulary): readonly string[] => {
  const joined: string[] = [];
  for (const line of lines) {
    const pair = joinPair(joined.at(-1) ?? '', line, vocabulary);
    if (pair === undefined) joined.push(line);
    else {
      joined[joined.length - 1] = pair.line;
      if (pair.rest !== '') joined.push(pair.rest);
    }
  }
  return joined.map((line) => line.replaceAll(softHyphen, ''));
};
