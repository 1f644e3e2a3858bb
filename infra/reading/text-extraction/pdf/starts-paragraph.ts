import type { Box } from './page-character.ts';

const height = ({ bottom, top }: Box): number => top - bottom;

/** True when the space above a line is more than the usual line distance. */
export const startsParagraph = (previous: Box | undefined, line: Box): boolean => {
  if (previous === undefined) return false;
  const gap = previous.bottom - line.top;
  return gap > 0.55 * Math.min(height(previous), height(line)) || gap < -2 * height(line);
};
