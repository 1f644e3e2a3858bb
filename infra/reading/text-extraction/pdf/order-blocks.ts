import type { Box } from './page-character.ts';

/** With more blocks, a page is a form or a drawing, and any order is as good as the drawing order. */
const maxBlocks = 1_500;

/** Largest overlap of boxes that still count as one above the other, in points. */
const tolerance = 2;

const isAbove = (one: Box, other: Box): boolean =>
  one.bottom >= other.top - tolerance &&
  one.bottom > other.bottom &&
  one.left < other.right &&
  other.left < one.right;

/**
 * Moves the blocks above all others to the front, whatever width of the page they cover: the head of a page is often
 * drawn last, and anything not below it must not precede it.
 */
const headsFirst = <Block extends Box>(blocks: readonly Block[]): readonly Block[] => {
  const fromTop = [...blocks].sort((one, other) => other.top - one.top);
  const heads = new Set<Block>();
  for (const [index, block] of fromTop.entries()) {
    const next = fromTop[index + 1];
    if (next === undefined || block.bottom < next.top - tolerance) break;
    heads.add(block);
  }
  return [...heads, ...blocks.filter((block) => !heads.has(block))];
};

/**
 * Sorts blocks into reading order: a block above another, over some of its width, comes first. Blocks side by side,
 * such as columns, keep their order.
 */
export const orderBlocks = <Block extends Box>(drawn: readonly Block[]): readonly Block[] => {
  if (drawn.length > maxBlocks) return drawn;
  const blocks = headsFirst(drawn);
  const ordered: Block[] = [];
  const waiting = blocks.map((block) => blocks.filter((other) => isAbove(other, block)).length);
  const done = blocks.map(() => false);
  while (ordered.length < blocks.length) {
    const next = done.findIndex((isDone, index) => !isDone && (waiting[index] ?? 0) <= 0);
    const at = next < 0 ? done.indexOf(false) : next;
    const block = blocks[at];
    if (block === undefined) break;
    done[at] = true;
    ordered.push(block);
    for (const [index, other] of blocks.entries()) {
      if (isAbove(block, other)) waiting[index] = (waiting[index] ?? 0) - 1;
    }
  }
  return ordered;
};
