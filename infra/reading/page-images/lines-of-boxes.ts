import type { PageRectangle } from '../../../ports/page-images.ts';

/** A box on a page: its edges as shares of the page from the upper left corner. */
export type ShareBox = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Most rectangles of one passage: as many as a dense page has lines in three columns. */
const MAX_RECTANGLES = 300;
/** Digits that distinguish pixels of the largest picture. */
const PRECISION = 100_000;

/** Characters this far apart, in heights of the line, still belong to one rectangle: the space between words. */
const MAX_GAP = 1.5;

const clamp = (share: number): number =>
  Number.isFinite(share) ? Math.round(Math.min(1, Math.max(0, share)) * PRECISION) / PRECISION : 0;

const isOnLineOf = (line: ShareBox, box: ShareBox): boolean => {
  const middle = (box.top + box.bottom) / 2;
  // Shares of the width against shares of the height: on a sheet of paper nearly the same.
  const gap = (line.bottom - line.top) * MAX_GAP;
  return (
    middle >= line.top && middle <= line.bottom && box.left >= line.left - gap && box.left <= line.right + gap
  );
};

/**
 * Joins the boxes of characters, in reading order, into one rectangle a line. All of it lies on the page, rounded to a
 * hundred-thousandth; what has no area there is left out.
 */
export const linesOfBoxes = (boxes: readonly ShareBox[], page: number): readonly PageRectangle[] => {
  const lines: ShareBox[] = [];
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
