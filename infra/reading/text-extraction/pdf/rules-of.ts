import type { Box } from './page-character.ts';

/** Thickest line, in points, that can be the rule of a table. */
const thickest = 3;
/** Shortest one; anything less is a dot or a dash. */
const shortest = 4;
/** Most segments of a path that is a line or a rectangle. */
export const maxRuleSegments = 5;

/** A rectangle's four sides, when it is drawn as an outline. */
const sidesOf = ({ left, right, bottom, top }: Box): readonly Box[] => [
  { left, right, bottom, top: bottom },
  { left, right, bottom: top, top },
  { left, right: left, bottom, top },
  { left: right, right, bottom, top },
];

/**
 * The rules that a line or a rectangle draws: itself where it is thin, else its sides where it has an outline. Word
 * processors draw the borders of a table as such lines, one for each cell.
 */
export const rulesOf = (box: Box, isStroked: boolean): readonly Box[] => {
  const [width, height] = [box.right - box.left, box.top - box.bottom];
  if (Math.max(width, height) < shortest) return [];
  if (Math.min(width, height) <= thickest) return [box];
  return isStroked ? sidesOf(box) : [];
};
