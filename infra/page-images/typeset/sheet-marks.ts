import type { PageRectangle } from '../../../ports/page-images.ts';
import { linesOfBoxes } from '../lines-of-boxes.ts';
import { SHEET, type Sheet } from './lay-out-text.ts';

/** A stretch of the text that was set; `end` is after its last character. */
export type Stretch = { readonly start: number; readonly end: number };

const within =
  ({ start, end }: Stretch) =>
  (line: Stretch): boolean =>
    line.start < end && line.end > start;

/** The first sheet, from 1, on which something of the stretch stands; undefined for none. */
export const sheetOf = (sheets: readonly Sheet[], stretch: Stretch): number | undefined => {
  const found = sheets.findIndex(({ lines }) => lines.some(within(stretch)));
  return found < 0 ? undefined : found + 1;
};

/** Where the lines and rows of a stretch stand on a sheet. */
export const marksOn = (
  { lines }: Sheet,
  stretch: Stretch,
  widthOf: (line: Sheet['lines'][number]) => number,
  page: number,
): readonly PageRectangle[] =>
  linesOfBoxes(
    lines.filter(within(stretch)).map((line) => ({
      left: line.x / SHEET.width,
      right: (line.x + widthOf(line)) / SHEET.width,
      top: (SHEET.height - line.y - line.size * 0.85) / SHEET.height,
      bottom: (SHEET.height - line.y + line.size * 0.3) / SHEET.height,
    })),
    page,
  );
