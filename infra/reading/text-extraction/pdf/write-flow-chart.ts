import type { FlowChart } from './find-flow-charts.ts';
import { type Box, boundingBox, type PageCharacter } from './page-character.ts';
import { onSameLine, type Segment, segmentsOf } from './page-lines.ts';

/** Largest distance between the upper edges of boxes in one row, in points. */
const sameRow = 10;

const area = ({ left, right, bottom, top }: Box): number => (right - left) * (top - bottom);
const middleOf = ({ left, right, bottom, top }: Box): { readonly x: number; readonly y: number } => ({
  x: (left + right) / 2,
  y: (bottom + top) / 2,
});

/** True when the middle of one box is in another. */
export const isInside = (inner: Box, outer: Box): boolean => {
  const { x, y } = middleOf(inner);
  return outer.left <= x && x <= outer.right && outer.bottom <= y && y <= outer.top;
};

/** Returns the index of the smallest box around something. */
const nodeAt = (nodes: readonly Box[], inner: Box): number | undefined => {
  let found: number | undefined;
  for (const [index, node] of nodes.entries()) {
    if (!isInside(inner, node)) continue;
    const best = found === undefined ? undefined : nodes[found];
    if (best === undefined || area(node) < area(best)) found = index;
  }
  return found;
};

type Line = Box & { readonly text: string };

/** Returns the lines of a box from the top, each from left to right. */
const linesOf = (segments: readonly Segment[]): readonly Line[] => {
  const lines: Segment[][] = [];
  for (const segment of segments.toSorted((one, other) => other.top - one.top)) {
    const line = lines.find((others) => others.some((other) => onSameLine(other, segment)));
    if (line === undefined) lines.push([segment]);
    else line.push(segment);
  }
  return lines.map((line) => ({
    ...boundingBox(line),
    text: line
      .toSorted((one, other) => one.left - other.left)
      .map(({ text }) => text)
      .join(' '),
  }));
};

/** The text of one box, or next to a line. */
type Part = Box & { readonly lines: readonly string[] };

/** Sorts row by row from the top, each row from left to right. */
const inReadingOrder = <Value extends Box>(parts: readonly Value[]): readonly Value[] => {
  const rows: Value[][] = [];
  for (const part of parts.toSorted((one, other) => other.top - one.top)) {
    const row = rows.at(-1);
    if (row?.[0] === undefined || row[0].top - part.top > sameRow) rows.push([part]);
    else row.push(part);
  }
  return rows.flatMap((row) => row.toSorted((one, other) => one.left - other.left));
};

/**
 * Writes the text of a flow chart, box by box in reading order, and the text next to its lines. Boxes that touch stay
 * together. `characters` are those of the chart.
 */
export const writeFlowChart = (
  { nodes }: FlowChart,
  characters: readonly PageCharacter[],
): readonly (readonly string[])[] => {
  const boxes = nodes.flatMap((stack, place) => stack.map((box) => ({ box, place })));
  const all = boxes.map(({ box }) => box);
  const segments = segmentsOf(characters, (character) => {
    const node = nodeAt(all, character);
    return node === undefined ? undefined : String(node);
  });
  const said = Map.groupBy(segments, ({ cell }) => cell);
  // Each belongs to another line.
  const loose = (said.get(undefined) ?? []).map((segment) => ({
    ...boundingBox([segment]),
    parts: [{ ...boundingBox([segment]), lines: [segment.text] }],
  }));
  const stacks = nodes.flatMap((stack, place) => {
    const parts = boxes.flatMap(({ place: own, box }, index): readonly Part[] => {
      const written = own === place ? said.get(String(index)) : undefined;
      return written === undefined ? [] : [{ ...box, lines: linesOf(written).map(({ text }) => text) }];
    });
    return parts.length === 0 ? [] : [{ ...boundingBox(stack), parts }];
  });
  return inReadingOrder([...stacks, ...loose]).flatMap(({ parts }) =>
    inReadingOrder(parts).map(({ lines }) => lines),
  );
};
