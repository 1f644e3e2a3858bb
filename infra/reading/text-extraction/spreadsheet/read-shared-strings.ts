import { readXmlEvents } from '../office/read-xml-events.ts';
import type { RichPiece } from './rich-text.ts';

/** The text of a cell in stretches, each with its formatting. */
export type RichText = readonly RichPiece[];

/** Collects the elements of a text (`si`, `is`): plain in `t`, or in runs, without phonetic hints. */
export const createRichTextReader = () => {
  let pieces: RichPiece[] = [];
  let run: { isStruck: boolean; level: RichPiece['level']; font: string | undefined } | undefined;
  let isText = false;
  let isSpoken = false;
  let text = '';
  return {
    open: (name: string, attribute: (name: string) => string | undefined): void => {
      const value = attribute('val');
      if (name === 'rPh') isSpoken = true;
      else if (name === 'r') run = { isStruck: false, level: undefined, font: undefined };
      else if (name === 't') {
        isText = true;
        text = '';
      } else if (run !== undefined && name === 'strike') run.isStruck = value !== '0' && value !== 'false';
      else if (run !== undefined && name === 'rFont') run.font = value;
      else if (run !== undefined && name === 'vertAlign')
        run.level = value === 'superscript' ? 'raised' : value === 'subscript' ? 'lowered' : undefined;
    },
    text: (part: string): void => {
      if (isText) text += part;
    },
    close: (name: string): void => {
      if (name === 'rPh') isSpoken = false;
      else if (name === 'r') run = undefined;
      else if (name === 't') {
        isText = false;
        if (!isSpoken) pieces.push({ text: unescaped(text), isStruck: false, level: undefined, ...run });
      }
    },
    /** Returns the text so far and starts a new one. */
    take: (): RichText => {
      const taken = pieces;
      pieces = [];
      return taken;
    },
  };
};

/** Decodes `_x000D_`, by which files write characters that XML cannot hold (ECMA-376, part 1, 22.4.2.4). */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** Reads the shared strings of a workbook, in the order of the indices in cells. */
export const readSharedStrings = (part: Uint8Array | undefined): readonly RichText[] => {
  if (part === undefined) return [];
  const strings: RichText[] = [];
  const reader = createRichTextReader();
  readXmlEvents(part, {
    open: reader.open,
    text: reader.text,
    close: (name) => {
      reader.close(name);
      if (name === 'si') strings.push(reader.take());
    },
  });
  return strings;
};
