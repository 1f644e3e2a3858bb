import type { Box } from './page-character.ts';

/** Thickest rule of a table, in points. */
const thickest = 3;
/** Shortest rule, in points; anything less is a dot or a dash. */
const shortest = 4;
/** Most segments of a path that is a line or a rectangle. */
export const maxRuleSegments = 5;

/** The four sides of an outlined rectangle. */
const sidesOf = ({ left, right, bottom, top }: Box): readonly Box[] => [
  { left, right, bottom, top: bottom },
  { left, right, bottom: top, top },
  { left, right: left, bottom, top },
  { left: right, right, bottom, top },
];

/**
 * Returns the rules that a line or a rectangle draws: itself if it is thin, or else its sides if it has an outline.
 * Word processors draw the borders of a table as such lines, one for each cell.
 */
export const rulesOf = (box: Box, isStroked: boolean): readonly Box[] => {
  const [width, height] = [box.right - box.left, box.top - box.bottom];
  if (Math.max(width, height) < shortest) return [];
  if (Math.min(width, height) <= thickest) return [box];
  return isStroked ? sidesOf(box) : [];
};
