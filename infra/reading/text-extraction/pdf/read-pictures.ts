import { type Pdfium, withMemory } from './pdfium.ts';

/** The number of pictures on a page, and the share of the page that the largest covers, from 0 to 1. */
type Pictures = { readonly count: number; readonly largestShare: number };

/** `FPDF_PAGEOBJ_IMAGE` and `FPDF_PAGEOBJ_FORM` of `fpdf_edit.h`; a form often wraps the scan of a paper form. */
const pictureTypes: ReadonlySet<number> = new Set([3, 5]);
/** Most objects of a page to examine. */
const maxObjects = 10_000;

/** Finds the pictures on a loaded page without reading them. */
export const readPictures = (pdfium: Pdfium, page: number): Pictures => {
  const { call } = pdfium;
  const width = call.FPDF_GetPageWidthF(page);
  const height = call.FPDF_GetPageHeightF(page);
  const objects = Math.min(call.FPDFPage_CountObjects(page), maxObjects);
  return withMemory(pdfium, 16, (bounds) => {
    let count = 0;
    let largestShare = 0;
    for (let index = 0; index < objects; index += 1) {
      const object = call.FPDFPage_GetObject(page, index);
      if (!pictureTypes.has(call.FPDFPageObj_GetType(object))) continue;
      count += 1;
      if (call.FPDFPageObj_GetBounds(object, bounds, bounds + 4, bounds + 8, bounds + 12) === 0) continue;
      const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(pdfium.memory(), bounds, 4);
      const across = Math.min(right, width) - Math.max(left, 0);
      const up = Math.min(top, height) - Math.max(bottom, 0);
      if (across > 0 && up > 0) largestShare = Math.max(largestShare, (across * up) / (width * height));
    }
    return { count, largestShare };
  });
};
