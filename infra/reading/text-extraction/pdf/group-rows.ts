import type { Box } from './page-character.ts';
import type { Fragment, TableLine } from './table-lines.ts';

/** A table row: for each column, the lines of its cell from the top. */
export type TableRow = readonly (readonly Fragment[])[];

/** Line distance from which on lines are in different rows, as a multiple of the smallest distance. */
const rowGap = 1.2;
/** Lines closer than this, as a share of their height, are not on one grid: a cell is centred beside its row. */
const closestLines = 0.7;

const middle = ({ bottom, top }: Box): number => (bottom + top) / 2;
const width = ({ left, right }: Box): number => right - left;

/** True for a bare value: `0.3 mg`, `5–10`, `1:1,000`, `12 mL/h`. */
export const isValue = (text: string): boolean =>
  text.length <= 20 && /\d/.test(text) && (text.match(/\p{L}/gu)?.length ?? 0) <= 6;

/** Returns the columns after the first in which a line has text. */
const othersOf = (line: TableLine): readonly number[] =>
  line.fragments.flatMap((fragment, column) => (column > 0 && fragment !== undefined ? [column] : []));
const hasKey = (line: TableLine): boolean => line.fragments[0] !== undefined;

/**
 * True when the second of two fragments, one below the other, can be the wrapped rest of the first: its first word
 * would not have fitted into the widest line of the column, and they are not two values.
 */
const canWrap = (first: Fragment | undefined, second: Fragment | undefined, widest: number): boolean => {
  const word = second?.words[0];
  if (first === undefined || second === undefined || word === undefined) return false;
  if (isValue(first.text) && isValue(second.text)) return false;
  return width(first) + word.size * 0.25 + width(word) > widest;
};

/** True when one of the fragments begins in mid-sentence. */
const startsMidSentence = (fragments: readonly (Fragment | undefined)[]): boolean =>
  fragments.some((fragment) => fragment !== undefined && /^[\p{Ll}(&,;]/u.test(fragment.text));

type Group = readonly TableLine[];

const widestOf = (lines: readonly TableLine[], columns: number): readonly number[] =>
  Array.from({ length: columns }, (_, column) =>
    lines.reduce((most, line) => {
      const fragment = line.spans ? undefined : line.fragments[column];
      return fragment === undefined ? most : Math.max(most, width(fragment));
    }, 0),
  );

/** True when closely set lines can be one row: no column lists values, and no line is a separate row. */
const isOneRow = (group: Group, widest: readonly number[]): boolean => {
  if (group.length === 1) return true;
  if (group.some(({ spans }) => spans)) return false;
  const keys = group.flatMap((line, index) => (hasKey(line) ? [index] : []));
  const [firstKey = 0, lastKey = -1] = [keys[0], keys.at(-1)];
  if (keys.length === 0 || lastKey - firstKey + 1 !== keys.length) return false;
  for (const [column, most] of widest.entries()) {
    const cell = group.flatMap((line) => line.fragments[column] ?? []);
    if (cell.length > 1 && cell.every(({ text }) => isValue(text))) return false;
    // A line that adds to the key again, or to several cells, may be a row, unless all of it continues from above.
    for (const [index, line] of group.entries()) {
      const here = line.fragments[column];
      const mayBeRow = (index > firstKey && index <= lastKey) || (index > 0 && othersOf(line).length >= 2);
      if (mayBeRow && here !== undefined && !canWrap(group[index - 1]?.fragments[column], here, most))
        return false;
    }
  }
  return group.every((line, index) => {
    const others = othersOf(line).length;
    const mayBeRow = index > firstKey && index <= lastKey ? others > 0 : index > 0 && others >= 2;
    return !mayBeRow || startsMidSentence(line.fragments);
  });
};

/** Groups lines into rows by their distance, if the lines of a cell are closer together than rows. */
const groupByGaps = (
  lines: readonly TableLine[],
  widest: readonly number[],
): readonly Group[] | undefined => {
  const pitches = lines.slice(1).map((line, index) => middle(lines[index] ?? line) - middle(line));
  const tight = Math.min(...pitches);
  const groups: TableLine[][] = [];
  for (const [index, line] of lines.entries()) {
    const isClose = index > 0 && (pitches[index - 1] ?? 0) <= tight * rowGap;
    if (isClose) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups.length >= 2 && groups.every((group) => isOneRow(group, widest)) ? groups : undefined;
};

const fillsOthers = (line: TableLine | undefined): boolean =>
  line !== undefined && othersOf(line).length === line.fragments.length - 1;

const hasValue = (line: TableLine): boolean =>
  line.fragments.some((fragment) => fragment !== undefined && isValue(fragment.text));

/**
 * Returns true when a line begins a row, false when it continues the one above, and `undefined` when it may do
 * either.
 */
const beginsRow = (line: TableLine, last: TableLine, widest: readonly number[]): boolean | undefined => {
  const said = line.fragments.flatMap((fragment, column) => (fragment === undefined ? [] : [column]));
  const wraps = said.every((column) =>
    canWrap(last.fragments[column], line.fragments[column], widest[column] ?? 0),
  );
  if (!hasKey(line)) {
    // Several cells that each begin a new text may be a row below the same key.
    if (wraps) return said.length < 2 || startsMidSentence(line.fragments) ? false : undefined;
    // Below a key for several rows, every other column has a value.
    return said.length === widest.length - 1 && said.length >= 2 ? true : undefined;
  }
  if (line.spans) return true;
  // A weight with its dose below words alone is the first row below the head, whatever the distance.
  const values = line.fragments.filter((fragment) => fragment !== undefined && isValue(fragment.text));
  if (values.includes(line.fragments[0]) && values.length >= 2 && !hasValue(last)) return true;
  const isMidSentence = startsMidSentence([line.fragments[0]]);
  if (!wraps) return isMidSentence && said.length < widest.length ? undefined : true;
  if (isMidSentence) return false;
  return said.length === widest.length && !startsMidSentence(line.fragments) ? true : undefined;
};

/**
 * Groups evenly spaced lines into rows by their content: a line with a key begins a row, unless every part of it can
 * be wrapped text. Returns `undefined` when a line may be either.
 */
const groupByKeys = (
  lines: readonly TableLine[],
  widest: readonly number[],
  startsWithHead: boolean,
): readonly Group[] | undefined => {
  const groups: TableLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    // The head of a table may break anywhere, as long as it holds no value.
    const isHead =
      startsWithHead &&
      groups.length === 1 &&
      group?.some(hasValue) === false &&
      !hasValue(line) &&
      (!group.some(hasKey) || (group.length === 1 && !hasKey(line)));
    const begins = last === undefined || (!isHead && beginsRow(line, last, widest));
    if (begins === undefined) return undefined;
    if (begins) groups.push([line]);
    else group?.push(line);
  }
  // A first row without a key belongs to a key further down, unless it is a head over all columns but the key.
  const [first] = groups;
  const isHead = startsWithHead && first?.length === 1 && widest.length > 2 && fillsOthers(first[0]);
  return first?.some(hasKey) === true || isHead ? groups : undefined;
};

const toRow = (group: Group, columns: number): TableRow =>
  Array.from({ length: columns }, (_, column) => group.flatMap((line) => line.fragments[column] ?? []));

/** Groups lines into rows, with the wrapped lines of a cell together. */
const groupPart = (
  lines: readonly TableLine[],
  widest: readonly number[],
  startsWithHead: boolean,
): readonly TableRow[] | undefined => {
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (next === undefined) continue;
    const lowest = Math.min(line.top - line.bottom, next.top - next.bottom);
    if (middle(line) - middle(next) < closestLines * lowest) return undefined;
  }
  const groups =
    lines.length < 2
      ? lines.map((line) => [line])
      : (groupByGaps(lines, widest) ?? groupByKeys(lines, widest, startsWithHead));
  return groups?.map((group) => toRow(group, widest.length));
};

/**
 * Finds the rows of a table, each one line or several lines of wrapped cells. `rules` are the heights of the lines
 * drawn between rows, which no row crosses; with `startsWithHead` the first lines may be the head. Returns
 * `undefined` when the row of a line is unclear: a number must never end up in another row.
 */
export const groupRows = (
  lines: readonly TableLine[],
  columns: number,
  { rules = [], startsWithHead }: { readonly rules?: readonly number[]; readonly startsWithHead: boolean },
): readonly TableRow[] | undefined => {
  const widest = widestOf(lines, columns);
  const above = (line: TableLine): number => rules.filter((rule) => rule > middle(line)).length;
  const rows: TableRow[] = [];
  for (const part of Map.groupBy(lines, above).values()) {
    const ofPart = groupPart(part, widest, startsWithHead && rows.length === 0);
    if (ofPart === undefined) return undefined;
    rows.push(...ofPart);
  }
  return rows;
};
