import { type Band, minRiver } from './column-bands.ts';
import { onlyListMark } from './list-mark.ts';
import { type Box, boundingBox } from './page-character.ts';
import type { Segment } from './page-lines.ts';
import { type Word, wordsOf } from './words-of.ts';

/** Everything at one height, whatever drew it: words from left to right. */
export type PrintLine = Box & {
  readonly words: readonly Word[];
  /** The words taken apart at every gap as wide as that between two columns. */
  readonly pieces: readonly Piece[];
  /** Whether there are two pieces and more besides the mark of a list's item. */
  readonly isInPieces: boolean;
  readonly segments: readonly Segment[];
  readonly size: number;
};

type Piece = Band & { readonly words: readonly Word[] };

/** The words of a line, taken apart at every gap of at least `river` points. */
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

/** How far the middles of two boxes may be apart on one line, as a part of the lower one's height. */
const sameHeight = 0.35;

const middle = ({ bottom, top }: Box): number => (bottom + top) / 2;
const height = ({ bottom, top }: Box): number => top - bottom;

/** The words of segments at one height, from left to right. */
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

/** Least part by which raised or lowered print is lower than the line it belongs to. */
const lowerPrint = 0.8;

/** Whether print is raised or lowered beside a line: half of its height and more lies within that of the line. */
const isRaised = (one: Box, line: Box): boolean =>
  height(one) < lowerPrint * height(line) &&
  Math.min(one.top, line.top) - Math.max(one.bottom, line.bottom) >= 0.5 * height(one);

/** Segments, drawn in any order, by their height. From the top of the page downwards. */
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

/** The lines of print on a page, from the top. */
export const printLinesOf = (segments: readonly Segment[]): readonly PrintLine[] =>
  levelsOf(segments).map(toPrintLine);

/** How far lines of one run of print may be apart, as a multiple of the lower one's height. */
const maxGap = 2.5;

/** Whether a line is right below another, as the next line of a table does. */
const isBelow = (line: Box, above: Box): boolean => above.bottom - line.top <= maxGap * height(line);

const isSegmented = (level: readonly Segment[]): boolean =>
  level.filter(({ text }) => !onlyListMark.test(text)).length >= 2;

/** Which part of the lines of print are in several segments: a quick look, without their words. */
export const segmentedShare = (segments: readonly Segment[]): number => {
  const levels = levelsOf(segments);
  return levels.filter(isSegmented).length / Math.max(1, levels.length);
};

/**
 * The lines of print on a page in runs without much white space between, from the top. Only those with at least
 * `minSegmented` lines in several segments: in others there is no table, and to look at their words takes time.
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
