import { findHiddenText, type VisibleObject } from './find-hidden-text.ts';
import { type Box, type PageCharacter, rotateUpright } from './page-character.ts';
import { createFloatReader, type Pdfium, withMemory } from './pdfium.ts';
import { readDrawnLines } from './read-drawn-lines.ts';
import type { PageDrawing } from './read-shapes.ts';
import { createBoldDetector, type TextObject, textObjectOf } from './read-text-objects.ts';
import { usualBaseline, writeRaisedPrint } from './write-raised-print.ts';

/** Most characters of one page; a page of dense print has 10,000. */
const maxCharacters = 200_000;

/** PDFium's codes for the hyphen of a word broken over two lines. */
const brokenHyphens: ReadonlySet<number> = new Set([0x02, 0xfffe]);

const textOf = (code: number): string => {
  if (brokenHyphens.has(code)) return '-';
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
};

/** Options for reading characters. */
export type CharacterReading = {
  /** The drawing of the page. Without it, hidden text is read, too. */
  readonly drawing?: PageDrawing;
  /** False when the document has no layers. */
  readonly hasLayers?: boolean;
  readonly onStruck?: () => void;
  /** Called for each stretch of hidden text that is left out. */
  readonly onHidden?: () => void;
};

/** The characters of a page; for each its index in PDFium and the object that draws it, or 0 for none. */
type ReadText = {
  readonly characters: readonly PageCharacter[];
  readonly indices: readonly number[];
  readonly objects: readonly number[];
};

/** Reads all characters of a page in drawing order. `pointer` refers to 32 bytes of scratch memory. */
const readAll = (pdfium: Pdfium, textPage: number, pointer: number): ReadText => {
  const { call } = pdfium;
  const characters: PageCharacter[] = [];
  const indices: number[] = [];
  const objects: number[] = [];
  const float = createFloatReader(pdfium, pointer);
  const isBold = createBoldDetector(pdfium);
  const objectAt = (index: number, object: number): TextObject => {
    const fontSize = call.FPDFText_GetFontSize(textPage, index);
    const isKnown = call.FPDFText_GetMatrix(textPage, index, pointer) === 1;
    return textObjectOf(
      { object, isBold: isBold(object) },
      fontSize,
      isKnown ? [float(0), float(1), float(2), float(3)] : [1, 0, 0, 1],
    );
  };
  let high = 0;
  let drawn: TextObject = { object: 0, size: 0, quarters: 0, isBold: false };
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
    // No object draws the characters that PDFium inserts, such as spaces between words; they take the direction of
    // the character before.
    const object = call.FPDFText_GetTextObject(textPage, index);
    if (object !== 0 && object !== drawn.object) drawn = objectAt(index, object);
    // FS_RECTF: left, top, right, bottom as 32-bit floats.
    const hasBox = call.FPDFText_GetLooseCharBox(textPage, index, pointer) === 1;
    const left = hasBox ? float(0) : 0;
    const top = hasBox ? float(1) : 0;
    const right = hasBox ? float(2) : 0;
    const bottom = hasBox ? float(3) : 0;
    const { quarters } = drawn;
    const size = object === 0 ? 0 : drawn.size;
    const print = drawn.isBold && object !== 0 ? { size, quarters, isBold: true } : { size, quarters };
    characters.push(
      quarters === 0
        ? { text, left, right, bottom, top, ...print }
        : { text, ...rotateUpright({ left, right, bottom, top }, quarters), ...print },
    );
    indices.push(index);
    objects.push(object);
  }
  return { characters, indices, objects };
};

/** The extent of a text object's ink, as it accumulates. */
type Ink = { left: number; right: number; bottom: number; top: number; isSaid: boolean };

const isWord = /[\p{L}\p{N}]/u;

/** Returns the text objects with letters or digits, and the box of their ink before rotation. */
const saidObjects = ({ characters, objects }: ReadText): readonly VisibleObject[] => {
  const inks = new Map<number, Ink>();
  let last = 0;
  let ink: Ink | undefined;
  for (const [at, character] of characters.entries()) {
    const object = objects[at] ?? 0;
    if (object === 0 || character.text === ' ') continue;
    if (object !== last || ink === undefined) {
      const none = Number.POSITIVE_INFINITY;
      ink = inks.get(object) ?? { left: none, right: -none, bottom: none, top: -none, isSaid: false };
      inks.set(object, ink);
      last = object;
    }
    const { quarters } = character;
    const box = quarters === 0 ? character : rotateUpright(character, (4 - quarters) & 3);
    ink.left = Math.min(ink.left, box.left);
    ink.right = Math.max(ink.right, box.right);
    ink.bottom = Math.min(ink.bottom, box.bottom);
    ink.top = Math.max(ink.top, box.top);
    ink.isSaid ||= isWord.test(character.text);
  }
  return [...inks].flatMap(([object, { isSaid, ...box }]) => (isSaid ? [{ object, box }] : []));
};

/** Removes the hidden characters of a page. */
const withoutHidden = (
  pdfium: Pdfium,
  page: number,
  read: ReadText,
  { drawing, hasLayers = true, onHidden }: CharacterReading,
): ReadText => {
  if (drawing === undefined) return read;
  const hidden = findHiddenText(pdfium, page, saidObjects(read), { ...drawing, hasLayers });
  if (hidden.size === 0) return read;
  let wasHidden = false;
  const kept = read.objects.flatMap((object, at) => {
    if (object === 0) return [at];
    const isHidden = hidden.has(object);
    if (isHidden && !wasHidden) onHidden?.();
    wasHidden = isHidden;
    return isHidden ? [] : [at];
  });
  return {
    characters: kept.flatMap((at) => read.characters[at] ?? []),
    indices: kept.flatMap((at) => read.indices[at] ?? []),
    objects: kept.flatMap((at) => read.objects[at] ?? []),
  };
};

/**
 * Reads the characters of a loaded page in drawing order, together with the drawn lines: dashes, strike-throughs, and
 * shapes that hide text.
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
      const all = readAll(pdfium, textPage, pointer);
      const { characters, indices } = withoutHidden(pdfium, page, all, reading);
      // Built on demand: only few characters of few pages need it.
      let places: ReadonlyMap<PageCharacter, number> | undefined;
      const indexOf = (character: PageCharacter): number | undefined => {
        places ??= new Map(characters.map((one, at) => [one, indices[at] ?? 0]));
        return places.get(character);
      };
      /** Reads two doubles: the origin of a character on the page. */
      const baselineOf = (character: PageCharacter): number => {
        const index = indexOf(character);
        const isKnown =
          index !== undefined &&
          character.quarters === 0 &&
          call.FPDFText_GetCharOrigin(textPage, index, pointer, pointer + 8) === 1;
        return isKnown ? (new Float64Array(pdfium.memory(), pointer, 2)[1] ?? 0) : usualBaseline(character);
      };
      /** Reads four doubles: left, right, bottom, top. Fonts may declare boxes several times as high as their ink. */
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
