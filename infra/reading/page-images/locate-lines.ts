import type { PageRectangle, PassageToLocate, Unlocated } from '../../../ports/page-images.ts';
import { type Box, rotateUpright } from '../text-extraction/pdf/page-character.ts';
import { type Pdfium, withMemory } from '../text-extraction/pdf/pdfium.ts';
import { readCharacters } from '../text-extraction/pdf/read-characters.ts';
import { findLines } from './find-lines.ts';
import { linesOfBoxes, type ShareBox } from './lines-of-boxes.ts';

/** Into how many parts each side of a page is divided: PDFium returns positions in whole numbers. */
const PARTS = 1_000_000;

/** Where a box of the page is when the page is shown, which a file may turn and crop. */
const showBox = (pdfium: Pdfium, page: number, { left, right, bottom, top }: Box): ShareBox =>
  withMemory(pdfium, 24, (pointer) => {
    // Two coordinates as 64-bit floats would need alignment; they go in by value, and whole numbers come out.
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

/** The lines to find in some text, without blank ones. */
const isSought = ({ lines }: PassageToLocate, at: number): boolean =>
  lines === undefined || lines.includes(at);

/** The lines of passages on a loaded page, by their text: nothing about places is kept when a document is read. */
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
