import { findHiddenText } from './find-hidden-text.ts';
import { type Box, boundingBox, type PageCharacter, rotateUpright } from './page-character.ts';
import { createFloats, type Pdfium, withMemory } from './pdfium.ts';
import { readDrawnLines } from './read-drawn-lines.ts';
import type { PageDrawing } from './read-shapes.ts';
import { type TextObject, textObjectOf } from './read-text-objects.ts';
import { usualBaseline, writeRaisedPrint } from './write-raised-print.ts';

/** Most characters of one page; a page of dense print has 10,000. */
const maxCharacters = 200_000;

/** PDFium's characters for the hyphen of a word broken over two lines. */
const brokenHyphens: ReadonlySet<number> = new Set([0x02, 0xfffe]);

const textOf = (code: number): string => {
  if (brokenHyphens.has(code)) return '-';
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
};

/** What is known of a page when its characters are read: what else is drawn on it. */
export type CharacterReading = {
  /** Without it text that no one sees is read, too. */
  readonly drawing?: PageDrawing;
  readonly onStruck?: () => void;
  /** Called for each stretch of text that is left out because no one sees it. */
  readonly onHidden?: () => void;
};

/** A character, its place among those of PDFium, and what draws it; 0 for one that PDFium made up. */
type ReadCharacter = {
  readonly character: PageCharacter;
  readonly index: number;
  readonly object: number;
};

/** All characters of a page, as they are drawn. `pointer` is to 32 bytes that are lent to PDFium. */
const readAll = (pdfium: Pdfium, textPage: number, pointer: number): readonly ReadCharacter[] => {
  const { call } = pdfium;
  const read: ReadCharacter[] = [];
  const float = createFloats(pdfium, pointer);
  const objectAt = (index: number, object: number): TextObject => {
    const fontSize = call.FPDFText_GetFontSize(textPage, index);
    const isKnown = call.FPDFText_GetMatrix(textPage, index, pointer) === 1;
    return textObjectOf(object, fontSize, isKnown ? [float(0), float(1), float(2), float(3)] : [1, 0, 0, 1]);
  };
  let high = 0;
  let drawn: TextObject = { object: 0, size: 0, quarters: 0 };
  const count = Math.min(maxCharacters, call.FPDFText_CountChars(textPage));
  for (let index = 0; index < count; index += 1) {
    const code = call.FPDFText_GetUnicode(textPage, index);
    // Characters beyond 16 bits come as two surrogates.
    if (code >= 0xd800 && code <= 0xdbff) {
      high = code;
      continue;
    }
    const isLow = code >= 0xdc00 && code <= 0xdfff;
    const text = isLow ? String.fromCharCode(high, code) : textOf(code);
    if (text === '' || (isLow && high === 0)) continue;
    high = 0;
    // What PDFium made up, such as the spaces between words, no object draws; it is written the way of what is before it.
    const object = call.FPDFText_GetTextObject(textPage, index);
    if (object !== 0 && object !== drawn.object) drawn = objectAt(index, object);
    // FS_RECTF: left, top, right, bottom as 32-bit floats.
    const hasBox = call.FPDFText_GetLooseCharBox(textPage, index, pointer) === 1;
    const [left, top, right, bottom] = hasBox ? [float(0), float(1), float(2), float(3)] : [0, 0, 0, 0];
    const { quarters } = drawn;
    const size = object === 0 ? 0 : drawn.size;
    const character: PageCharacter =
      quarters === 0
        ? { text, size, quarters, left, right, bottom, top }
        : { text, size, quarters, ...rotateUpright({ left, right, bottom, top }, quarters) };
    read.push({ character, index, object });
  }
  return read;
};

const isSaid = ({ character }: ReadCharacter): boolean => /[\p{L}\p{N}]/u.test(character.text);

/** The characters of a page without those that no one sees. */
const withoutHidden = (
  pdfium: Pdfium,
  page: number,
  read: readonly ReadCharacter[],
  { drawing, onHidden }: CharacterReading,
): readonly ReadCharacter[] => {
  if (drawing === undefined) return read;
  const boxes = new Map<number, Box>();
  const said = new Set<number>();
  for (const one of read) {
    const { character, object } = one;
    if (object === 0 || character.text === ' ') continue;
    const own = character.quarters === 0 ? character : rotateUpright(character, (4 - character.quarters) & 3);
    const box = boxes.get(object);
    boxes.set(object, box === undefined ? own : boundingBox([box, own]));
    if (isSaid(one)) said.add(object);
  }
  const hidden = findHiddenText(
    pdfium,
    page,
    [...said].flatMap((object) => {
      const box = boxes.get(object);
      return box === undefined ? [] : [{ object, box }];
    }),
    drawing,
  );
  if (hidden.size === 0) return read;
  let wasHidden = false;
  return read.filter(({ object }) => {
    if (object === 0) return true;
    const isHidden = hidden.has(object);
    if (isHidden && !wasHidden) onHidden?.();
    wasHidden = isHidden;
    return !isHidden;
  });
};

/**
 * The characters of a loaded page in the order in which the file draws them, read with what is drawn beside them: lines
 * that are dashes or strike text out, and what hides text.
 */
export const readCharacters = (
  pdfium: Pdfium,
  page: number,
  reading: CharacterReading = {},
): readonly PageCharacter[] => {
  const { call } = pdfium;
  const textPage = call.FPDFText_LoadPage(page);
  if (textPage === 0) throw new Error('The text of a page cannot be loaded.');
  try {
    return withMemory(pdfium, 32, (pointer) => {
      const read = withoutHidden(pdfium, page, readAll(pdfium, textPage, pointer), reading);
      const characters = read.map(({ character }) => character);
      // Asked for few characters of few pages.
      let places: ReadonlyMap<PageCharacter, number> | undefined;
      const indexOf = (character: PageCharacter): number | undefined => {
        places ??= new Map(read.map(({ character: one, index }) => [one, index]));
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
      const shapes = reading.drawing?.shapes ?? [];
      return writeRaisedPrint(readDrawnLines(characters, shapes, inkOf, reading.onStruck), baselineOf);
    });
  } finally {
    call.FPDFText_ClosePage(textPage);
  }
};
