import { createTextReading, type DocumentForm, type FieldReading } from './form-fields.ts';
import type { Box, PageCharacter } from './page-character.ts';
import { type Pdfium, withMemory } from './pdfium.ts';

/** `FPDF_ANNOT_…` of `fpdf_annot.h`. */
const freeText = 3;
const strikeOut = 12;
const widget = 20;
/** `FPDF_ANNOT_FLAG_HIDDEN` and `FPDF_ANNOT_FLAG_NOVIEW`. */
const unseen = 0x02 | 0x20;

/** How a tick is written. */
const ticked = '☒';

/** Most annotations of a page. */
const maxAnnotations = 2_000;
/** Bytes of scratch memory: the name of an entry and its new value, or the corners of a box. */
const scratchBytes = 64;
/** The place of a new value in the scratch memory, behind the name. */
const valueAt = 32;
/** `FPDF_ANNOT_APPEARANCEMODE_NORMAL` of `fpdf_annot.h`. */
const normalAppearance = 0;

/** The annotations of a page: text shown in addition to its print, and struck-out places. */
type Annotations = {
  readonly shown: readonly { readonly text: string; readonly box: Box }[];
  readonly struck: readonly Box[];
};

const none: Annotations = { shown: [], struck: [] };

/**
 * Reads the visible form values, ticks and notes of a page, and the places marked as struck out. Values that a widget
 * inherits from the fields above it come from `form`.
 */
export const readAnnotations = (pdfium: Pdfium, page: number, form: DocumentForm): Annotations =>
  form.onPage(page, (fieldOf) => readAll(pdfium, page, fieldOf));

const readAll = (pdfium: Pdfium, page: number, fieldOf: FieldReading): Annotations => {
  const { call } = pdfium;
  const textOf = createTextReading(pdfium);
  const count = Math.min(maxAnnotations, call.FPDFPage_GetAnnotCount(page));
  if (count <= 0) return none;
  const shown: { text: string; box: Box }[] = [];
  const struck: Box[] = [];
  return withMemory(pdfium, scratchBytes, (pointer) => {
    const said = (annotation: number, key: string): string => {
      new Uint8Array(pdfium.memory(), pointer, key.length + 1).set(Buffer.from(`${key}\0`, 'latin1'));
      return textOf((buffer, length) => call.FPDFAnnot_GetStringValue(annotation, pointer, buffer, length));
    };
    const appearanceOf = (annotation: number): string =>
      textOf((buffer, length) => call.FPDFAnnot_GetAP(annotation, normalAppearance, buffer, length));
    const setState = (annotation: number, state: string): void => {
      new Uint8Array(pdfium.memory(), pointer, 3).set(Buffer.from('AS\0', 'latin1'));
      const value = Buffer.from(`${state}\0`, 'utf16le');
      new Uint8Array(pdfium.memory(), pointer + valueAt, value.length).set(value);
      call.FPDFAnnot_SetStringValue(annotation, pointer, pointer + valueAt);
    };
    /**
     * True when a button without a state is drawn otherwise than when it is off. PDFium calls a button without a state
     * off, but draws it, as viewers do, by the value of its field, which its group may hold.
     */
    const isDrawnTicked = (annotation: number): boolean => {
      const drawn = appearanceOf(annotation);
      if (drawn === '') return false;
      setState(annotation, 'Off');
      const off = appearanceOf(annotation);
      // An empty state is none: the page is drawn later.
      setState(annotation, '');
      return drawn !== off;
    };
    /** The text of a widget: its state if it has one, else the value of its field, else its own value. */
    const writtenIn = (annotation: number): string => {
      const state = said(annotation, 'AS');
      if (state !== '') return state === 'Off' ? '' : ticked;
      const own = said(annotation, 'V');
      const field = fieldOf(annotation, textOf);
      if (field === undefined) return own;
      if ('text' in field) return field.text;
      const isOn = field.isTicked || (own !== '' && own !== 'Off') || isDrawnTicked(annotation);
      return isOn ? ticked : '';
    };
    const boxOf = (annotation: number): Box | undefined => {
      if (call.FPDFAnnot_GetRect(annotation, pointer) !== 1) return undefined;
      const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(pdfium.memory(), pointer, 4);
      return { left, right, bottom: Math.min(top, bottom), top: Math.max(top, bottom) };
    };
    const strike = (annotation: number): void => {
      const parts = Math.min(500, call.FPDFAnnot_CountAttachmentPoints(annotation));
      for (let part = 0; part < parts; part += 1) {
        if (call.FPDFAnnot_GetAttachmentPoints(annotation, part, pointer) !== 1) continue;
        const points = [...new Float32Array(pdfium.memory(), pointer, 8)];
        const across = points.filter((_, index) => index % 2 === 0);
        const up = points.filter((_, index) => index % 2 === 1);
        struck.push({
          left: Math.min(...across),
          right: Math.max(...across),
          bottom: Math.min(...up),
          top: Math.max(...up),
        });
      }
    };
    const read = (annotation: number): void => {
      const kind = call.FPDFAnnot_GetSubtype(annotation);
      if (kind !== freeText && kind !== strikeOut && kind !== widget) return;
      if ((call.FPDFAnnot_GetFlags(annotation) & unseen) !== 0) return;
      if (kind === strikeOut) {
        strike(annotation);
        return;
      }
      const box = boxOf(annotation);
      if (box === undefined) return;
      const text = kind === freeText ? said(annotation, 'Contents') : writtenIn(annotation);
      if (text.trim() !== '') shown.push({ text, box });
    };
    for (let index = 0; index < count; index += 1) {
      const annotation = call.FPDFPage_GetAnnot(page, index);
      if (annotation === 0) continue;
      try {
        read(annotation);
      } finally {
        call.FPDFPage_CloseAnnot(annotation);
      }
    }
    return { shown, struck };
  });
};

const height = ({ bottom, top }: Box): number => top - bottom;
const isInk = ({ text, size }: PageCharacter): boolean => size > 0 && text.trim() !== '';

/** Average width of a character, as a share of its size. */
const averageWidth = 0.5;

/** Lays out the text of an annotation as characters in its box. */
const charactersIn = (text: string, box: Box, size: number): readonly PageCharacter[] => {
  const lines = text.trim().split(/\r\n|[\r\n]/);
  const lineHeight = Math.min(1.2 * size, height(box) / lines.length);
  // A single line is centred in its field; several begin at its top.
  const first = lines.length === 1 ? (box.top + box.bottom + lineHeight) / 2 : box.top;
  return lines.flatMap((line, row) => {
    const top = first - row * lineHeight;
    const width = Math.min(averageWidth * size, (box.right - box.left) / Math.max(1, line.length));
    const written = [...line].map((character, column) => ({
      text: character,
      left: box.left + column * width,
      right: box.left + (column + 1) * width,
      bottom: top - lineHeight,
      top,
      size: Math.min(size, lineHeight),
      quarters: 0,
    }));
    const end = { text: '\n', left: 0, right: 0, bottom: 0, top: 0, size: 0, quarters: 0 };
    return row + 1 < lines.length ? [...written, end] : written;
  });
};

/** Returns the index of the character after which a box is read; -1 before all. */
const placeOf = (box: Box, characters: readonly PageCharacter[]): number => {
  const middle = (box.bottom + box.top) / 2;
  let beside = -1;
  let above = -1;
  for (const [index, character] of characters.entries()) {
    if (!isInk(character) || character.quarters !== 0) continue;
    const isOnLine = character.bottom <= middle && character.top >= middle;
    if (isOnLine && character.left <= box.left + 1) {
      if (beside < 0 || character.right >= (characters[beside]?.right ?? 0)) beside = index;
    } else if (character.bottom >= middle) {
      if (above < 0 || character.bottom <= (characters[above]?.bottom ?? 0)) above = index;
    }
  }
  return beside >= 0 ? beside : above;
};

const isStruck = (character: PageCharacter, struck: readonly Box[]): boolean => {
  const [x, y] = [(character.left + character.right) / 2, (character.bottom + character.top) / 2];
  return struck.some(
    ({ left, right, bottom, top }) => x >= left && x <= right && y >= bottom - 1 && y <= top + 1,
  );
};

/**
 * Merges the annotations into the characters of a page: form values and notes go to their places, struck-out text is
 * removed.
 */
export const withAnnotations = (
  characters: readonly PageCharacter[],
  { shown, struck }: Annotations,
): readonly PageCharacter[] => {
  if (shown.length === 0 && struck.length === 0) return characters;
  const kept =
    struck.length === 0
      ? characters
      : characters.filter((character) => !isInk(character) || !isStruck(character, struck));
  const byPlace = new Map<number, PageCharacter[]>();
  for (const { text, box } of [...shown].sort((a, b) => b.box.top - a.box.top || a.box.left - b.box.left)) {
    const place = placeOf(box, kept);
    const beside = kept[place];
    const size = Math.min(11, beside === undefined || beside.size <= 0 ? 11 : height(beside));
    const blank = { text: ' ', left: box.left, right: box.left, bottom: box.bottom, top: box.top };
    const written = [{ ...blank, size: 0, quarters: 0 }, ...charactersIn(text, box, size)];
    byPlace.set(place, [...(byPlace.get(place) ?? []), ...written, { ...blank, size: 0, quarters: 0 }]);
  }
  return [...(byPlace.get(-1) ?? []), ...kept.flatMap((one, at) => [one, ...(byPlace.get(at) ?? [])])];
};
