import type { Band } from './column-bands.ts';
import type { Box } from './page-character.ts';

const height = ({ bottom, top }: Box): number => top - bottom;

/**
 * True when vertical rules pass through a stretch of a page, which is then a form or a drawing, unless they separate
 * two columns over its whole height.
 */
export const isDrawn = (box: Box, bands: readonly Band[], rules: readonly Box[]): boolean =>
  rules.some((rule) => {
    const isVertical = height(rule) > rule.right - rule.left;
    const shared = Math.min(rule.top, box.top) - Math.max(rule.bottom, box.bottom);
    if (!isVertical || shared <= 4 || rule.right < box.left - 4 || rule.left > box.right + 4) return false;
    const setsApart = !bands.some(({ left, right }) => rule.left < right && rule.right > left);
    return !(setsApart && shared >= 0.8 * height(box));
  });
