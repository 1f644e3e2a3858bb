import { expect, it } from 'vitest';
import { markRectangles } from '../../../../../infra/reading/page-images/mark-rectangles.ts';

/** A highlighted pixel of a colour. */
const marked = (...colour: readonly [number, number, number]): readonly number[] => {
  const picture = { width: 1, height: 1, pixels: Uint8Array.from(colour) };
  markRectangles(picture, [{ page: 1, x: 0, y: 0, width: 1, height: 1 }]);
  return [...picture.pixels];
};

it('highlighting is yellow on white, and leaves black letters black', () => {
  expect(marked(255, 255, 255)).toEqual([255, 234, 89]);
  expect(marked(0, 0, 0)).toEqual([0, 0, 0]);
});

it('highlighting is visible on the coloured boxes of a flow chart', () => {
  const boxes: readonly (readonly [number, number, number])[] = [
    [204, 51, 0],
    [160, 205, 70],
    [237, 125, 49],
  ];
  for (const box of boxes) {
    const difference = Math.max(...marked(...box).map((value, at) => Math.abs(value - (box[at] ?? 0))));
    expect(difference).toBeGreaterThan(25);
  }
});
