import { type Box, type PageCharacter, rotateUpright } from './page-character.ts';
import type { PageShape } from './page-shape.ts';
import { type Pdfium, withMemory } from './pdfium.ts';
import { readDrawnLines } from './read-drawn-lines.ts';
import { usualBaseline, writeRaisedPrint } from './write-raised-print.ts';

/** Most characters of one page; a page of dense print has 10,000. */
const maxCharacters = 200_000;

/** PDFium's characters for the hyphen of a word broken over two lines. */
const brokenHyphens: ReadonlySet<number> = new Set([0x02, 0xfffe]);

const textOf = (code: number): string => {
  if (brokenHyphens.has(code)) return '-';
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
};

/** The characters of a loaded page in the order in which the file draws them, read with the lines drawn beside them. */
export const readCharacters = (
  pdfium: Pdfium,
  page: number,
  shapes: readonly PageShape[] = [],
  onStruck: () => void = () => {},
): readonly PageCharacter[] => {
  const { call } = pdfium;
  const textPage = call.FPDFText_LoadPage(page);
  if (textPage === 0) throw new Error('The text of a page cannot be loaded.');
  const surrogate = { high: 0 };
  try {
    return withMemory(pdfium, 32, (pointer) => {
      const characters: PageCharacter[] = [];
      const indices: number[] = [];
      let quarters = 0;
      const count = Math.min(maxCharacters, call.FPDFText_CountChars(textPage));
      for (let index = 0; index < count; index += 1) {
        const code = call.FPDFText_GetUnicode(textPage, index);
        // Characters beyond 16 bits come as two surrogates.
        if (code >= 0xd800 && code <= 0xdbff) {
          surrogate.high = code;
          continue;
        }
        const isLow = code >= 0xdc00 && code <= 0xdfff;
        const text = isLow ? String.fromCharCode(surrogate.high, code) : textOf(code);
        if (text === '' || (isLow && surrogate.high === 0)) continue;
        surrogate.high = 0;
        const isMadeUp = call.FPDFText_IsGenerated(textPage, index) === 1;
        const hasBox = call.FPDFText_GetLooseCharBox(textPage, index, pointer) === 1;
        // FS_RECTF: left, top, right, bottom as 32-bit floats.
        const [left = 0, top = 0, right = 0, bottom = 0] = hasBox
          ? new Float32Array(pdfium.memory(), pointer, 4)
          : [];
        const size = isMadeUp ? 0 : call.FPDFText_GetFontSize(textPage, index);
        // Characters that PDFium made up are written the way of those before them.
        if (!isMadeUp) quarters = Math.round(call.FPDFText_GetCharAngle(textPage, index) / (Math.PI / 2)) & 3;
        const character = { text, size, quarters, ...rotateUpright({ left, right, bottom, top }, quarters) };
        characters.push(character);
        indices.push(index);
      }
      // Asked for few characters of few pages.
      let places: ReadonlyMap<PageCharacter, number> | undefined;
      const indexOf = (character: PageCharacter): number | undefined => {
        places ??= new Map(characters.map((one, at) => [one, indices[at] ?? 0]));
        return places.get(character);
      };
      /** Two doubles: the place on the page at which a character is set. */
      const baselineOf = (character: PageCharacter): number => {
        const index = indexOf(character);
        const isKnown =
          index !== undefined &&
          character.quarters === 0 &&
          call.FPDFText_GetCharOrigin(textPage, index, pointer, pointer + 8) === 1;
        return isKnown ? (new Float64Array(pdfium.memory(), pointer, 2)[1] ?? 0) : usualBaseline(character);
      };
      /** Four doubles: left, right, bottom, top. Fonts may claim boxes several times as high as their ink. */
      const inkOf = (character: PageCharacter): Box => {
        const index = indexOf(character);
        if (
          index === undefined ||
          call.FPDFText_GetCharBox(textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24) !== 1
        )
          return character;
        const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(pdfium.memory(), pointer, 4);
        return { left, right, bottom, top };
      };
      return writeRaisedPrint(readDrawnLines(characters, shapes, inkOf, onStruck), baselineOf);
    });
  } finally {
    call.FPDFText_ClosePage(textPage);
  }
};
