/**
 * A character on a page. The unit is the point (1/72 inch), measured so that the character is upright and values grow
 * upwards and to the right.
 */
export type PageCharacter = {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  /** Font size in points; 0 for characters that PDFium inserted, such as spaces between words. */
  readonly size: number;
  /** Quarter turns clockwise by which the character is rotated on the page. */
  readonly quarters: number;
  /** True for bold print. */
  readonly isBold?: boolean;
};

/** A rectangle on the page, in the same coordinates. */
export type Box = Pick<PageCharacter, 'left' | 'right' | 'bottom' | 'top'>;

/** Returns the smallest box around several; all zero when there are none. */
export const boundingBox = (boxes: readonly Box[]): Box => {
  const first = boxes[0];
  if (first === undefined) return { left: 0, right: 0, bottom: 0, top: 0 };
  let { left, right, bottom, top } = first;
  for (const box of boxes) {
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
    bottom = Math.min(bottom, box.bottom);
    top = Math.max(top, box.top);
  }
  return { left, right, bottom, top };
};

/** Rotates a box so that text written at these quarter turns clockwise becomes upright. */
export const rotateUpright = ({ left, right, bottom, top }: Box, quarters: number): Box => {
  if (quarters === 1) return { left: -top, right: -bottom, bottom: left, top: right };
  if (quarters === 2) return { left: -right, right: -left, bottom: -top, top: -bottom };
  if (quarters === 3) return { left: bottom, right: top, bottom: -right, top: -left };
  return { left, right, bottom, top };
};
