import { type Pdfium, withMemory } from './pdfium.ts';

/** The common properties of the characters that a file draws with one text object. */
export type TextObject = {
  readonly object: number;
  /** Font size in points as drawn: files may set a font of size 1 and enlarge it. */
  readonly size: number;
  /** Quarter turns clockwise by which it is rotated. */
  readonly quarters: number;
  /** True for bold print: see `createBoldDetector`. */
  readonly isBold: boolean;
};

/** Computes the size and direction of text drawn with a matrix `a b c d`. */
export const textObjectOf = (
  { object, isBold }: Pick<TextObject, 'object' | 'isBold'>,
  fontSize: number,
  [a, b, c, d]: readonly [number, number, number, number],
): TextObject => {
  const across = Math.hypot(a, b);
  const up = across > 0 ? Math.abs(a * d - b * c) / across : 0;
  const quarters = Math.round(Math.atan2(c, a) / (Math.PI / 2)) & 3;
  return { object, size: up > 0 ? Math.abs(fontSize) * up : fontSize, quarters, isBold };
};

/** `FPDF_TEXTRENDERMODE_…` of `fpdfview.h`. */
const filled = 0;
/** Programs without a bold font outline the letters of the regular one. */
const filledAndOutlined = 2;
const drawsNothing: ReadonlySet<number> = new Set([3, 7]);

/** Least brightness of a colour that is hard to tell from white paper. */
const nearlyWhite = 0.93 * 255;
/** Largest alpha, from 0 to 255, that is invisible. */
const nearlyClear = 8;

const fillOf = (
  pdfium: Pdfium,
  object: number,
  pointer: number,
): { readonly isPale: boolean; readonly isClear: boolean } | undefined => {
  if (pdfium.call.FPDFPageObj_GetFillColor(object, pointer, pointer + 4, pointer + 8, pointer + 12) !== 1)
    return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 255] = new Uint32Array(pdfium.memory(), pointer, 4);
  return { isPale: Math.min(red, green, blue) >= nearlyWhite, isClear: alpha <= nearlyClear };
};

/** True when an object is filled with a colour that is hard to tell from white paper. */
export const isNearlyWhite = (pdfium: Pdfium, object: number): boolean =>
  withMemory(pdfium, 16, (pointer) => fillOf(pdfium, object, pointer)?.isPale === true);

/** How fonts that are bold are named, as in `ABCDEF+Calibri-Bold`. */
const boldName = /bold|black|heavy|demi(?!tasse)|(?:^|[-,+ ])(?:bd|blk|hv)(?![a-z])/i;
/** The flag of a font whose letters are drawn bolder, of ISO 32000-1, table 123. */
const forceBold = 1 << 18;
/** Longest name of a font. */
const maxName = 128;

/** Returns a function that tells whether a text object is in bold print. Font names are read once per font. */
export const createBoldDetector = (pdfium: Pdfium): ((object: number) => boolean) => {
  const { call } = pdfium;
  const fonts = new Map<number, boolean>();
  const isBoldFont = (font: number): boolean => {
    const known = fonts.get(font);
    if (known !== undefined) return known;
    const isBold = withMemory(pdfium, maxName, (pointer) => {
      const length = call.FPDFFont_GetBaseFontName(font, pointer, maxName);
      if (length <= 1 || length > maxName) return false;
      return boldName.test(
        Buffer.from(new Uint8Array(pdfium.memory(), pointer, length - 1)).toString('latin1'),
      );
    });
    const flags = call.FPDFFont_GetFlags(font);
    const answer = isBold || (flags > 0 && (flags & forceBold) !== 0);
    fonts.set(font, answer);
    return answer;
  };
  return (object) => {
    const font = call.FPDFTextObj_GetFont(object);
    return (
      (font !== 0 && isBoldFont(font)) || call.FPDFTextObj_GetTextRenderMode(object) === filledAndOutlined
    );
  };
};

/** Why a text object may be invisible. */
export type InvisibilityReason = {
  readonly why: 'no ink' | 'pale' | 'covered' | 'layer';
  /** What stands for the layer. */
  readonly layer?: number;
};
const noInk: InvisibilityReason = { why: 'no ink' };
const pale: InvisibilityReason = { why: 'pale' };

/** Most marks of one object to examine. */
const maxMarks = 20;

/**
 * Returns a function that finds signs that a text object is invisible: it is drawn without ink, in the colour of
 * paper, or in a layer that may be off.
 */
export const createVisibilityCheck = (
  pdfium: Pdfium,
): ((object: number) => InvisibilityReason | undefined) => {
  const { call } = pdfium;
  /** Cached by mark: objects share their marks. */
  const layers = new Map<number, boolean>();
  const isLayer = (mark: number, pointer: number): boolean => {
    const known = layers.get(mark);
    if (known !== undefined) return known;
    // The length of the name in bytes of UTF-16, including its terminator.
    const isNamed = call.FPDFPageObjMark_GetName(mark, pointer, 16, pointer + 16) === 1;
    const length = new Uint32Array(pdfium.memory(), pointer + 16, 1)[0] ?? 0;
    const name =
      isNamed && length > 2 && length <= 16
        ? Buffer.from(new Uint8Array(pdfium.memory(), pointer, length - 2)).toString('utf16le')
        : '';
    layers.set(mark, name === 'OC');
    return name === 'OC';
  };
  return (object) =>
    withMemory(pdfium, 32, (pointer) => {
      const mode = call.FPDFTextObj_GetTextRenderMode(object);
      if (drawsNothing.has(mode)) return noInk;
      const marks = Math.min(maxMarks, call.FPDFPageObj_CountMarks(object));
      for (let index = 0; index < marks; index += 1) {
        const layer = call.FPDFPageObj_GetMark(object, index);
        if (isLayer(layer, pointer)) return { why: 'layer', layer };
      }
      const fill = mode === filled ? fillOf(pdfium, object, pointer) : undefined;
      if (fill?.isClear === true) return noInk;
      return fill?.isPale === true ? pale : undefined;
    });
};
