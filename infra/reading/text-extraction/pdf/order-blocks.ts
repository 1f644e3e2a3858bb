import type { Box } from './page-character.ts';

/** Beyond this a page is a form or a drawing, and the order in which it is drawn is as good as any. */
const maxBlocks = 1_500;

/** How much boxes may overlap and still count as one above the other, in points. */
const tolerance = 2;

const isAbove = (one: Box, other: Box): boolean =>
  one.bottom >= other.top - tolerance &&
  one.bottom > other.bottom &&
  one.left < other.right &&
  other.left < one.right;

/**
 * Blocks with those first that are above all others, over whichever part of the page: the head of a page is often drawn
 * last, and what is not below it must not go before it.
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
 * Brings blocks into reading order: a block above another, over some of its width, comes first. Blocks
 * side by side, such as columns, keep the order in which they are given.
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
