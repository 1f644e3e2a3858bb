import { boundingBox } from './page-character.ts';
import { onSameLine, type Segment } from './page-lines.ts';

/** Fewest lines on each side of a gutter, so that a short table is not mistaken for two columns of print. */
const minLines = 8;
/** Median share of its column that a line of running text fills. */
const usualFill = 0.75;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Finds the gutter: the median of the gaps near the middle of the page between two segments of one line. */
const findGutter = (segments: readonly Segment[]): number | undefined => {
  const page = boundingBox(segments);
  const width = page.right - page.left;
  const gaps: number[] = [];
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1];
    if (next === undefined || !onSameLine(segment, next) || next.left <= segment.right) continue;
    const centre = (segment.right + next.left) / 2;
    if (centre > page.left + width * 0.35 && centre < page.left + width * 0.65) gaps.push(centre);
  }
  return gaps.length >= minLines ? median(gaps) : undefined;
};

const isProse = (column: readonly Segment[]): boolean => {
  const box = boundingBox(column);
  const width = box.right - box.left;
  return (
    column.length >= minLines &&
    median(column.map(({ left, right }) => (right - left) / width)) >= usualFill &&
    median(column.map(({ text }) => text.length)) >= 20
  );
};

/** Reads the stretch between two lines that cross the gutter: the left column, then the right one. */
const readStretch = <Piece extends Segment>(stretch: readonly Piece[], gutter: number): readonly Piece[] => {
  const left = stretch.filter((segment) => segment.right <= gutter);
  const right = stretch.filter((segment) => segment.left >= gutter);
  return isProse(left) && isProse(right) ? [...left, ...right] : stretch;
};

/**
 * Splits lines that a file draws straight across two columns of running text. Tables look similar but have short
 * cells, and are left alone, as is a page drawn column by column.
 */
export const readColumns = <Piece extends Segment>(segments: readonly Piece[]): readonly Piece[] => {
  const gutter = findGutter(segments);
  if (gutter === undefined) return segments;
  const stretches: (readonly Piece[])[] = [];
  let stretch: Piece[] = [];
  for (const segment of segments) {
    if (segment.left < gutter && segment.right > gutter) {
      stretches.push(readStretch(stretch, gutter), [segment]);
      stretch = [];
    } else stretch.push(segment);
  }
  return [...stretches, readStretch(stretch, gutter)].flat();
};
