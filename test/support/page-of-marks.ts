import type { Box, PageCharacter } from '../../infra/reading/text-extraction/pdf/page-character.ts';
import type { PdfMark } from '../../scripts/samples/write-pdf.ts';
import { widthOf } from './draw-table.ts';

/** A page of drawn marks as PDFium reads it: characters with Helvetica's widths, ascent and descent, and the rules. */
export const pageOfMarks = (
  marks: readonly PdfMark[],
): { readonly characters: readonly PageCharacter[]; readonly rules: readonly Box[] } => ({
  characters: marks.flatMap((mark) => {
    if (!('text' in mark)) return [];
    const { text, x, y, size, bold = false } = mark;
    const characters = [...text].map((character, index) => {
      const left = x + widthOf(text.slice(0, index), size);
      return {
        text: character,
        left,
        right: left + widthOf(character, size),
        bottom: y - 0.21 * size,
        top: y + 0.72 * size,
        size,
        quarters: 0,
        isBold: bold,
      };
    });
    const end = { text: '\n', left: 0, right: 0, bottom: 0, top: 0, size: 0, quarters: 0 };
    return [...characters, end];
  }),
  rules: marks.flatMap((mark) => {
    if (!('line' in mark)) return [];
    const [x1, y1, x2, y2] = mark.line;
    return [
      { left: Math.min(x1, x2), right: Math.max(x1, x2), bottom: Math.min(y1, y2), top: Math.max(y1, y2) },
    ];
  }),
});
