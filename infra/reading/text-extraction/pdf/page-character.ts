/**
 * A character on a page. Points (1/72 inch), measured so that the character is upright and higher numbers are
 * further up and to the right.
 */
export type PageCharacter = {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  /** Font size in points; 0 for characters that PDFium made up, such as the spaces between words. */
  readonly size: number;
  /** Quarter turns clockwise in which the character is written on the page. */
  readonly quarters: number;
};

/** A rectangle of the page, in the same coordinates. */
export type Box = Pick<PageCharacter, 'left' | 'right' | 'bottom' | 'top'>;

/** The smallest box around several; all of it zero when there are none. */
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

/** Turns a box so that text written in quarter turns clockwise is upright. */
export const rotateUpright = ({ left, right, bottom, top }: Box, quarters: number): Box => {
  if (quarters === 1) return { left: -top, right: -bottom, bottom: left, top: right };
  if (quarters === 2) return { left: -right, right: -left, bottom: -top, top: -bottom };
  if (quarters === 3) return { left: bottom, right: top, bottom: -right, top: -left };
  return { left, right, bottom, top };
};
