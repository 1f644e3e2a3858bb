import { type Box, boxAround } from './page-character.ts';
import type { Segment } from './page-lines.ts';
import { type Word, wordsOf } from './words-of.ts';

/** Everything that stands at one height, whatever drew it: words from left to right. */
export type PrintLine = Box & {
  readonly words: readonly Word[];
  readonly segments: readonly Segment[];
  readonly size: number;
};

/** How far the middles of two boxes may be apart on one line, as a part of the lower one's height. */
const sameHeight = 0.35;

const middle = ({ bottom, top }: Box): number => (bottom + top) / 2;
const height = ({ bottom, top }: Box): number => top - bottom;

const toLine = (segments: readonly Segment[]): PrintLine => ({
  ...boxAround(segments),
  segments,
  words: segments.flatMap(wordsOf).sort((a, b) => a.left - b.left),
  size: segments.reduce((most, { size }) => Math.max(most, size), 0),
});

/** Least part by which raised or lowered print is lower than the line it belongs to. */
const lowerPrint = 0.8;

/** Whether print is raised or lowered beside a line: half of its height and more lies within that of the line. */
const isRaised = (one: Box, line: Box): boolean =>
  height(one) < lowerPrint * height(line) &&
  Math.min(one.top, line.top) - Math.max(one.bottom, line.bottom) >= 0.5 * height(one);

/** Brings segments, drawn in any order, together by their height. From the top of the page downwards. */
export const printLinesOf = (segments: readonly Segment[]): readonly PrintLine[] => {
  const groups: Segment[][] = [];
  for (const segment of [...segments].sort((a, b) => middle(b) - middle(a))) {
    const first = groups.at(-1)?.[0];
    const isLevel =
      first !== undefined &&
      Math.abs(middle(first) - middle(segment)) <= sameHeight * Math.min(height(first), height(segment));
    if (isLevel) groups.at(-1)?.push(segment);
    else groups.push([segment]);
  }
  const boxes = groups.map(boxAround);
  const lines: Segment[][] = groups.map(() => []);
  for (const [index, group] of groups.entries()) {
    const box = boxAround(group);
    const beside = [index - 1, index + 1].find((other) => {
      const line = boxes[other];
      return line !== undefined && isRaised(box, line);
    });
    lines[beside ?? index]?.push(...group);
  }
  return lines.filter((line) => line.length > 0).map(toLine);
};
