import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOfBoxes } from '../../../../../infra/reading/page-images/lines-of-boxes.ts';

const character = (left: number, top: number) => ({ left, top, right: left + 0.01, bottom: top + 0.02 });

describe('the highlight rectangles of a passage', () => {
  it('are one per line, in reading order', () => {
    const boxes = [character(0.1, 0.2), character(0.11, 0.2), character(0.13, 0.201), character(0.1, 0.225)];
    expect(linesOfBoxes(boxes, 3)).toEqual([
      { page: 3, x: 0.1, y: 0.2, width: 0.04, height: 0.021 },
      { page: 3, x: 0.1, y: 0.225, width: 0.01, height: 0.02 },
    ]);
  });

  it('are two when a line continues in another column', () => {
    expect(linesOfBoxes([character(0.1, 0.2), character(0.6, 0.2)], 1)).toHaveLength(2);
  });

  it('stay on the page, whatever a file claims about its characters', () => {
    const edge = fc.oneof(
      fc.double({ min: -3, max: 3 }),
      fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, 1),
    );
    const box = fc.record({ left: edge, top: edge, right: edge, bottom: edge });
    fc.assert(
      fc.property(fc.array(box, { maxLength: 40 }), (boxes) => {
        for (const { x, y, width, height } of linesOfBoxes(boxes, 1)) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(Math.min(width, height)).toBeGreaterThan(0);
          expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });
});
