import type { PageRectangle, PassageToLocate, Unlocated } from '../../../ports/page-images.ts';
import { type Box, rotateUpright } from '../text-extraction/pdf/page-character.ts';
import { type Pdfium, withMemory } from '../text-extraction/pdf/pdfium.ts';
import { readCharacters } from '../text-extraction/pdf/read-characters.ts';
import { findLines } from './find-lines.ts';
import { linesOfBoxes, type RelativeBox } from './lines-of-boxes.ts';

/** Units per side of a page: PDFium returns positions as integers. */
const PARTS = 1_000_000;

/** Maps a box of the page to its place on the page as shown: a file may rotate and crop it. */
const showBox = (pdfium: Pdfium, page: number, { left, right, bottom, top }: Box): RelativeBox =>
  withMemory(pdfium, 24, (pointer) => {
    // Coordinates as 64-bit floats would need alignment; they are passed by value, and integers are returned.
    const corner = (x: number, y: number): readonly [number, number] => {
      pdfium.call.FPDF_PageToDevice(page, 0, 0, PARTS, PARTS, 0, x, y, pointer, pointer + 4);
      const [across = 0, down = 0] = new Int32Array(pdfium.memory(), pointer, 2);
      return [across / PARTS, down / PARTS];
    };
    const [oneX, oneY] = corner(left, top);
    const [otherX, otherY] = corner(right, bottom);
    return {
      left: Math.min(oneX, otherX),
      top: Math.min(oneY, otherY),
      right: Math.max(oneX, otherX),
      bottom: Math.max(oneY, otherY),
    };
  });

/** True for a line that should be found. */
const isSought = ({ lines }: PassageToLocate, at: number): boolean =>
  lines === undefined || lines.includes(at);

/** Locates the lines of passages on a loaded page by their text: extraction stores no positions. */
export const locateLines = (
  pdfium: Pdfium,
  loaded: number,
  page: number,
  passages: readonly PassageToLocate[],
): { readonly rectangles: readonly PageRectangle[]; readonly unlocated: readonly Unlocated[] } => {
  if (passages.length === 0) return { rectangles: [], unlocated: [] };
  const characters = readCharacters(pdfium, loaded);
  const isWritten = characters.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const indices = new Set<number>();
  const unlocated: Unlocated[] = [];
  for (const passage of passages) {
    const found = findLines(characters, passage.text.split('\n'));
    for (const [at, line] of found.entries()) {
      if (line === 'blank' || !isSought(passage, at)) continue;
      if (typeof line === 'string') unlocated.push(isWritten ? line : 'page-without-text');
      else for (const index of line) indices.add(index);
    }
  }
  const boxes = [...indices]
    .sort((one, other) => one - other)
    .flatMap((index) => {
      const character = characters[index];
      // Characters that PDFium inserted have no place.
      if (character === undefined || character.size === 0) return [];
      return [showBox(pdfium, loaded, rotateUpright(character, (4 - character.quarters) & 3))];
    });
  return { rectangles: linesOfBoxes(boxes, page), unlocated };
};
