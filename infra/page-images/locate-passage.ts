import type { PageRectangle } from '../../ports/page-images.ts';
import { type Box, rotateUpright } from '../text-extraction/pdf/page-character.ts';
import { type Pdfium, withMemory } from '../text-extraction/pdf/pdfium.ts';
import { readCharacters } from '../text-extraction/pdf/read-characters.ts';
import { findPassage } from './find-passage.ts';
import { linesOfBoxes, type ShareBox } from './lines-of-boxes.ts';

/** Into how many parts each side of a page is divided: PDFium tells places in whole numbers. */
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

/** The lines of a passage on a loaded page, by its text: nothing about places is kept when a document is read. */
export const locatePassage = (
  pdfium: Pdfium,
  loaded: number,
  page: number,
  passage: string,
): readonly PageRectangle[] => {
  const characters = readCharacters(pdfium, loaded);
  const found = findPassage(
    characters.map(({ text }) => text),
    passage,
  );
  const boxes = found.flatMap((index) => {
    const character = characters[index];
    // What PDFium made up stands nowhere.
    if (character === undefined || character.size === 0) return [];
    return [showBox(pdfium, loaded, rotateUpright(character, (4 - character.quarters) & 3))];
  });
  return linesOfBoxes(boxes, page);
};
