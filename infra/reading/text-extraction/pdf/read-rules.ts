import type { Box } from './page-character.ts';
import { type Pdfium, withMemory } from './pdfium.ts';

/** Most drawn things of a page that are looked at; beyond it is a drawing, not a table. */
const maxObjects = 20_000;
/** Thickest line, in points, that can be the rule of a table. */
const thickest = 3;
/** Shortest one; anything less is a dot or a dash. */
const shortest = 4;
/** Most segments of a path that is a line or a rectangle. */
const maxSegments = 5;

/** `FPDF_PAGEOBJ_PATH` of `fpdf_edit.h`. */
const pathObject = 2;

/** A rectangle's four sides, when it is drawn as an outline. */
const sidesOf = ({ left, right, bottom, top }: Box): readonly Box[] => [
  { left, right, bottom, top: bottom },
  { left, right, bottom: top, top },
  { left, right: left, bottom, top },
  { left: right, right, bottom, top },
];

/**
 * The rules of a loaded page: its thin horizontal and vertical lines and the sides of its boxes, in points of the
 * page before it is turned. Word processors draw the borders of a table as such lines, one for each cell.
 */
export const readRules = (pdfium: Pdfium, page: number): readonly Box[] => {
  const { call } = pdfium;
  const rules: Box[] = [];
  const count = call.FPDFPage_CountObjects(page);
  if (count > maxObjects) return [];
  return withMemory(pdfium, 16, (pointer) => {
    for (let index = 0; index < count; index += 1) {
      const object = call.FPDFPage_GetObject(page, index);
      if (call.FPDFPageObj_GetType(object) !== pathObject) continue;
      if (call.FPDFPath_CountSegments(object) > maxSegments) continue;
      if (call.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12) !== 1) continue;
      const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(pdfium.memory(), pointer, 4);
      const box = { left, right, bottom, top };
      const [width, height] = [right - left, top - bottom];
      if (Math.max(width, height) < shortest) continue;
      if (Math.min(width, height) <= thickest) rules.push(box);
      else if (call.FPDFPath_GetDrawMode(object, pointer, pointer + 4) === 1) {
        const [, isStroked = 0] = new Int32Array(pdfium.memory(), pointer, 2);
        if (isStroked !== 0) rules.push(...sidesOf(box));
      }
    }
    return rules;
  });
};
