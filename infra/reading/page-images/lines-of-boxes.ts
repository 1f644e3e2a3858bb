import type { PageRectangle } from '../../../ports/page-images.ts';

/** A box on a page: its edges as shares of the page from the upper left corner. */
export type RelativeBox = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Most rectangles of one passage: the number of lines on a dense page in three columns. */
const MAX_RECTANGLES = 300;
/** Rounding that still distinguishes the pixels of the largest picture. */
const PRECISION = 100_000;

/** Largest gap, in line heights, between characters of one rectangle: the space between words. */
const MAX_GAP = 1.5;

const clamp = (share: number): number =>
  Number.isFinite(share) ? Math.round(Math.min(1, Math.max(0, share)) * PRECISION) / PRECISION : 0;

const isOnLineOf = (line: RelativeBox, box: RelativeBox): boolean => {
  const middle = (box.top + box.bottom) / 2;
  // Compares shares of the width with shares of the height, which are nearly the same on paper.
  const gap = (line.bottom - line.top) * MAX_GAP;
  return (
    middle >= line.top && middle <= line.bottom && box.left >= line.left - gap && box.left <= line.right + gap
  );
};

/**
 * Joins the boxes of characters, in reading order, into one rectangle per line, clipped to the page and rounded to a
 * hundred-thousandth. Rectangles without area are dropped.
 */
export const linesOfBoxes = (boxes: readonly RelativeBox[], page: number): readonly PageRectangle[] => {
  const lines: RelativeBox[] = [];
  for (const box of boxes) {
    const line = lines.at(-1);
    if (line === undefined || !isOnLineOf(line, box)) {
      lines.push(box);
      continue;
    }
    lines[lines.length - 1] = {
      left: Math.min(line.left, box.left),
      top: Math.min(line.top, box.top),
      right: Math.max(line.right, box.right),
      bottom: Math.max(line.bottom, box.bottom),
    };
  }
  return lines
    .map((line) => {
      const [x, y] = [clamp(line.left), clamp(line.top)];
      return { page, x, y, width: clamp(clamp(line.right) - x), height: clamp(clamp(line.bottom) - y) };
    })
    .filter(({ width, height }) => width > 0 && height > 0)
    .slice(0, MAX_RECTANGLES);
};
