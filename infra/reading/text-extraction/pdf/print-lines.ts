import { type Band, minRiver } from './column-bands.ts';
import { onlyListMark } from './list-mark.ts';
import { type Box, boundingBox } from './page-character.ts';
import type { Segment } from './page-lines.ts';
import { type Word, wordsOf } from './words-of.ts';

/** All print at one height, in any drawing order: words from left to right. */
export type PrintLine = Box & {
  readonly words: readonly Word[];
  /** The words, split at every gap as wide as that between two columns. */
  readonly pieces: readonly Piece[];
  /** True when there are two pieces or more, not counting a list mark. */
  readonly isInPieces: boolean;
  readonly segments: readonly Segment[];
  readonly size: number;
};

type Piece = Band & { readonly words: readonly Word[] };

/** Splits the words of a line at every gap of at least `river` points. */
const splitAtGaps = (words: readonly Word[], river: number): readonly Piece[] => {
  const pieces: { left: number; right: number; words: Word[] }[] = [];
  for (const word of words) {
    const piece = pieces.at(-1);
    if (piece !== undefined && word.left - piece.right < river) {
      piece.words.push(word);
      piece.right = Math.max(piece.right, word.right);
    } else pieces.push({ left: word.left, right: word.right, words: [word] });
  }
  return pieces;
};

/** Largest distance between the middles of two boxes on one line, as a share of the lower one's height. */
const sameHeight = 0.35;

const middle = ({ bottom, top }: Box): number => (bottom + top) / 2;
const height = ({ bottom, top }: Box): number => top - bottom;

/** Builds a line from the segments at one height. */
const toPrintLine = (segments: readonly Segment[]): PrintLine => {
  const words = segments.flatMap(wordsOf).sort((a, b) => a.left - b.left);
  const size = segments.reduce((most, segment) => Math.max(most, segment.size), 0);
  const pieces = splitAtGaps(words, minRiver * size);
  const isMark = pieces[0]?.words.length === 1 && onlyListMark.test(pieces[0].words[0]?.text ?? '');
  return {
    ...boundingBox(segments),
    ...{ segments, words, size, pieces },
    isInPieces: pieces.length >= (isMark ? 3 : 2),
  };
};

/** Raised or lowered print is at most this share of its line's height. */
const lowerPrint = 0.8;

/** True for print raised or lowered on a line: at least half of its height lies within the line. */
const isRaised = (one: Box, line: Box): boolean =>
  height(one) < lowerPrint * height(line) &&
  Math.min(one.top, line.top) - Math.max(one.bottom, line.bottom) >= 0.5 * height(one);

/** Groups segments, in any drawing order, by their height. From the top of the page down. */
const levelsOf = (segments: readonly Segment[]): readonly (readonly Segment[])[] => {
  const groups: Segment[][] = [];
  for (const segment of [...segments].sort((a, b) => middle(b) - middle(a))) {
    const first = groups.at(-1)?.[0];
    const isLevel =
      first !== undefined &&
      Math.abs(middle(first) - middle(segment)) <= sameHeight * Math.min(height(first), height(segment));
    if (isLevel) groups.at(-1)?.push(segment);
    else groups.push([segment]);
  }
  const boxes = groups.map(boundingBox);
  const lines: Segment[][] = groups.map(() => []);
  for (const [index, group] of groups.entries()) {
    const box = boundingBox(group);
    const beside = [index - 1, index + 1].find((other) => {
      const line = boxes[other];
      return line !== undefined && isRaised(box, line);
    });
    lines[beside ?? index]?.push(...group);
  }
  return lines.filter((line) => line.length > 0);
};

/** Returns the lines of print on a page, from the top. */
export const printLinesOf = (segments: readonly Segment[]): readonly PrintLine[] =>
  levelsOf(segments).map(toPrintLine);

/** Largest distance of lines in one run of print, as a multiple of the lower one's height. */
const maxGap = 2.5;

/** True when a line is right below another, like the next line of a table. */
const isBelow = (line: Box, above: Box): boolean => above.bottom - line.top <= maxGap * height(line);

const isSegmented = (level: readonly Segment[]): boolean =>
  level.filter(({ text }) => !onlyListMark.test(text)).length >= 2;

/** Returns the share of lines in several segments: a quick look that skips their words. */
export const segmentedShare = (segments: readonly Segment[]): number => {
  const levels = levelsOf(segments);
  return levels.filter(isSegmented).length / Math.max(1, levels.length);
};

/**
 * Returns the lines of print on a page in runs without much white space, from the top. Skips runs with fewer than
 * `minSegmented` lines in several segments: they hold no table, and reading their words is slow.
 */
export const segmentedRuns = (
  segments: readonly Segment[],
  minSegmented: number,
): readonly (readonly PrintLine[])[] => {
  const runs: (readonly Segment[])[][] = [];
  let last: Box | undefined;
  for (const level of levelsOf(segments)) {
    const box = boundingBox(level);
    if (last !== undefined && isBelow(box, last)) runs.at(-1)?.push(level);
    else runs.push([level]);
    last = box;
  }
  return runs
    .filter((levels) => levels.filter(isSegmented).length >= minSegmented)
    .map((levels) => levels.map(toPrintLine));
};
