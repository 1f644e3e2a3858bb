import type { PageRectangle } from '../../../../ports/page-images.ts';
import { linesOfBoxes } from '../lines-of-boxes.ts';
import { SHEET, type Sheet } from './lay-out-text.ts';

/** A range of the text that was set; `end` is exclusive. */
export type Stretch = { readonly start: number; readonly end: number };

const within =
  (stretches: readonly Stretch[]) =>
  (line: Stretch): boolean =>
    stretches.some(({ start, end }) => line.start < end && line.end > start);

/** Returns the sheets, from 1, that show part of the stretches. */
export const sheetsOf = (sheets: readonly Sheet[], stretches: readonly Stretch[]): readonly number[] =>
  sheets.flatMap(({ lines }, at) => (lines.some(within(stretches)) ? [at + 1] : []));

/** Returns the places of the stretches' lines and rows on a sheet. */
export const marksOn = (
  { lines }: Sheet,
  stretches: readonly Stretch[],
  widthOf: (line: Sheet['lines'][number]) => number,
  page: number,
): readonly PageRectangle[] =>
  linesOfBoxes(
    lines.filter(within(stretches)).map((line) => ({
      left: line.x / SHEET.width,
      right: (line.x + widthOf(line)) / SHEET.width,
      top: (SHEET.height - line.y - line.size * 0.85) / SHEET.height,
      bottom: (SHEET.height - line.y + line.size * 0.3) / SHEET.height,
    })),
    page,
  );
