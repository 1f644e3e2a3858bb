import type { Band } from './column-bands.ts';
import { type Box, boundingBox } from './page-character.ts';

/** Most rules of a page; a page of tables has some hundreds. */
const maxRules = 3_000;
/** Most cells of one grid. */
const maxCells = 5_000;
/** Largest gap between rules that still meet, in points. */
const tolerance = 4;

/** Ruled cells. Rows count from the top, columns from the left; cells without a rule between them share a region. */
export type Grid = Box & {
  readonly rows: number;
  readonly columns: number;
  /** The region of a cell. */
  readonly regionOf: (row: number, column: number) => number;
  /** The extent of a column, from rule to rule. */
  readonly bandOf: (column: number) => Band;
  /** The region at a point, or `undefined` outside. */
  readonly regionAt: (x: number, y: number) => number | undefined;
};

const isVertical = ({ left, right, bottom, top }: Box): boolean => top - bottom > right - left;
const meet = (one: Box, other: Box): boolean =>
  one.left <= other.right + tolerance &&
  other.left <= one.right + tolerance &&
  one.bottom <= other.top + tolerance &&
  other.bottom <= one.top + tolerance;

/** A union-find over `count` items. */
const createGroups = (count: number) => {
  const parents = Array.from({ length: count }, (_, index) => index);
  const find = (index: number): number => {
    let root = index;
    while (parents[root] !== undefined && parents[root] !== root) root = parents[root] ?? root;
    parents[index] = root;
    return root;
  };
  return {
    find,
    join: (one: number, other: number): void => {
      parents[find(one)] = find(other);
    },
  };
};

/** Groups rules that touch each other. */
const groupRules = (rules: readonly Box[]): readonly (readonly Box[])[] => {
  const sorted = [...rules].sort((a, b) => a.left - b.left);
  const groups = createGroups(sorted.length);
  for (const [index, rule] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next];
      if (other === undefined || other.left > rule.right + tolerance) break;
      if (meet(rule, other)) groups.join(index, next);
    }
  }
  return [...Map.groupBy(sorted.entries(), ([index]) => groups.find(index)).values()].map((entries) =>
    entries.map(([, rule]) => rule),
  );
};

/** Merges places that lie close together into their mean. Ascending. */
const cluster = (places: readonly number[]): readonly number[] => {
  const clusters: { sum: number; count: number; last: number }[] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const current = clusters.at(-1);
    if (current !== undefined && place - current.last <= tolerance) {
      current.sum += place;
      current.count += 1;
      current.last = place;
    } else clusters.push({ sum: place, count: 1, last: place });
  }
  return clusters.map(({ sum, count }) => sum / count);
};

const nearest = (places: readonly number[], place: number): number =>
  places.reduce(
    (best, other, index) => (Math.abs(other - place) < Math.abs((places[best] ?? 0) - place) ? index : best),
    0,
  );

const middleOf = (low: number, high: number): number => (low + high) / 2;

/** Returns which boundaries are ruled at which cell: `key(line, cell)` for each rule that covers the cell's middle. */
const ruledSides = (
  rules: readonly { readonly at: number; readonly from: number; readonly to: number }[],
  lines: readonly number[],
  across: readonly number[],
): ReadonlySet<number> => {
  const sides = new Set<number>();
  for (const { at, from, to } of rules) {
    const line = nearest(lines, at);
    for (let cell = 0; cell + 1 < across.length; cell += 1) {
      const middle = middleOf(across[cell] ?? 0, across[cell + 1] ?? 0);
      if (middle >= from && middle <= to) sides.add(line * across.length + cell);
    }
  }
  return sides;
};

const slotOf = (places: readonly number[], place: number): number | undefined => {
  const after = places.findIndex((edge) => edge > place);
  return after > 0 ? after - 1 : undefined;
};

const toGrid = (rules: readonly Box[]): Grid | undefined => {
  const box = boundingBox(rules);
  const vertical = rules
    .filter(isVertical)
    .map(({ left, right, bottom, top }) => ({ at: middleOf(left, right), from: bottom, to: top }));
  const horizontal = rules
    .filter((rule) => !isVertical(rule))
    .map(({ left, right, bottom, top }) => ({ at: middleOf(bottom, top), from: left, to: right }));
  const xs = cluster([box.left, ...vertical.map(({ at }) => at), box.right]);
  // Upwards, like the coordinates; rows are counted from the top.
  const ys = cluster([box.bottom, ...horizontal.map(({ at }) => at), box.top]);
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 2 || rows < 2 || columns * rows > maxCells) return undefined;
  const besideCell = ruledSides(vertical, xs, ys);
  const belowCell = ruledSides(horizontal, ys, xs);
  const groups = createGroups(columns * rows);
  for (let level = 0; level < rows; level += 1) {
    for (let column = 0; column < columns; column += 1) {
      const cell = level * columns + column;
      if (column + 1 < columns && !besideCell.has((column + 1) * ys.length + level))
        groups.join(cell, cell + 1);
      if (level + 1 < rows && !belowCell.has((level + 1) * xs.length + column))
        groups.join(cell, cell + columns);
    }
  }
  return {
    ...box,
    rows,
    columns,
    regionOf: (row, column) => groups.find((rows - 1 - row) * columns + column),
    bandOf: (column) => ({ left: xs[column] ?? box.left, right: xs[column + 1] ?? box.right }),
    regionAt: (x, y) => {
      const [column, level] = [slotOf(xs, x), slotOf(ys, y)];
      return column === undefined || level === undefined ? undefined : groups.find(level * columns + column);
    },
  };
};

/** Finds the grids of ruled cells on a page, each with at least two rows and two columns. */
export const findGrids = (rules: readonly Box[]): readonly Grid[] => {
  if (rules.length > maxRules) return [];
  return groupRules(rules)
    .filter((group) => group.length >= 5)
    .map(toGrid)
    .filter((grid) => grid !== undefined);
};
