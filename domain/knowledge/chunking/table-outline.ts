import { cellsOfRow, isTableRule } from '../markdown-row.ts';
import { statesPopulation } from './states-population.ts';

/**
 * The group and key that a row of a table is under, besides its head, and whether a part of the table may begin with
 * it.
 */
export type RowPlace = {
  /** Titles of the row's groups, outermost first, then the key that it shares with the rows above. */
  readonly under: readonly string[];
  /** A title of a group, an ordinary row, or one that continues the row above. */
  readonly kind: 'title' | 'row' | 'continued';
};

export type TableOutline = {
  /** The number of leading lines that form the head, including its rule; 0 without a head. */
  readonly headLines: number;
  /** The place of each line after the head. */
  readonly places: readonly RowPlace[];
};

/** The most rows of a head, not counting its rule. */
const maxHeadRows = 4;
/** The first cell of a head's further row, where the columns are weights, ages or colours. */
const rulingKey =
  /^(?:patient\s+)?(?:weights?|wt|ages?|colou?rs?|zones?|lengths?|heights?|kgs?|lbs?|pounds|kilograms|years|months|population|broselow)\b/i;
/** Marks of a cell that repeats the one above it. */
const ditto = /^(?:"|''|〃|″|”|ditto|same)?$/i;

const hasFigure = (cell: string): boolean => /\d/.test(cell);
const filled = (cells: readonly string[]): number => cells.filter((cell) => cell !== '').length;

/** True for a cell that spans all columns: written in the first alone or, as some programs do, in every one. */
const spansAll = (cells: readonly string[]): boolean => {
  const [first = ''] = cells;
  if (cells.length < 2 || first === '') return false;
  return filled(cells) === 1 || (/\p{L}/u.test(first) && cells.every((cell) => cell === first));
};

/**
 * True when a row below the rule belongs to the head: below a title, below titles over several columns, or as a second
 * key.
 */
const continuesHead = (
  row: readonly string[],
  head: readonly (readonly string[])[],
  below: readonly (readonly string[])[],
): boolean => {
  const last = head.at(-1) ?? [];
  // A row below it must remain, and one with figures where this one has none.
  if (below.length === 0) return false;
  if (spansAll(last)) return !spansAll(row);
  const [key = ''] = row;
  const isKeyed = rulingKey.test(key) && !hasFigure(key) && (rulingKey.test(last[0] ?? '') || last[0] === '');
  if (isKeyed && row.length > 2) return filled(row) === row.length;
  const hasGaps = filled(last) < last.length && filled(last) > 1;
  return (
    hasGaps &&
    filled(row) > 1 &&
    !row.some(hasFigure) &&
    below.some((cells) => cells.slice(1).some(hasFigure))
  );
};

const headLinesOf = (rows: readonly string[]): number => {
  const rule = rows.slice(0, 3).findIndex(isTableRule);
  if (rule < 1) return 0;
  const head = rows.slice(0, rule).map(cellsOfRow);
  let end = rule + 1;
  while (end < rows.length && head.length < maxHeadRows) {
    const row = cellsOfRow(rows[end] ?? '');
    const below = rows.slice(end + 1, end + 4).map(cellsOfRow);
    if (!continuesHead(row, head, below)) break;
    head.push(row);
    end += 1;
  }
  return end;
};

/** The head's name for the first column, ignoring a title over all columns. */
const keyNameOf = (head: readonly string[]): string =>
  head
    .filter((line) => !isTableRule(line))
    .map(cellsOfRow)
    .findLast((cells) => !spansAll(cells) && cells[0] !== '')?.[0] ?? '';

/** The titles in force after a new one, which replaces the title of the same kind and those within it. */
const enterGroup = (titles: readonly string[], title: string): readonly string[] => {
  const kind = statesPopulation(title);
  const same = titles.findIndex((other) => statesPopulation(other) === kind);
  return [...(same < 0 ? titles : titles.slice(0, same)), title];
};

/**
 * Finds the head of a Markdown table and the place of each row: the title of its group (a row whose only cell spans all
 * columns) and, where its first cell was merged and left empty, the key of a row further up.
 */
export const tableOutline = (rows: readonly string[]): TableOutline => {
  const headLines = headLinesOf(rows);
  const keyName = headLines > 0 ? keyNameOf(rows.slice(0, headLines)) : '';
  const body = rows.slice(headLines).map(cellsOfRow);
  let titles: readonly string[] = [];
  let key: string | undefined;
  const places = body.map((cells, index): RowPlace => {
    const next = body[index + 1];
    // The last row may be a note that spans the table.
    if (spansAll(cells) && next !== undefined) {
      const [title = ''] = cells;
      const before = enterGroup(titles, title).slice(0, -1);
      const follows = index > 0 && spansAll(body[index - 1] ?? []);
      titles = follows ? [...titles.filter((other) => other !== title), title] : [...before, title];
      key = undefined;
      return { under: follows ? titles.slice(0, -1) : before, kind: 'title' };
    }
    const [first = ''] = cells;
    const isContinued = key !== undefined && ditto.test(first) && filled(cells) > (first === '' ? 0 : 1);
    if (!isContinued) key = first === '' || spansAll(cells) ? undefined : first;
    const shared = isContinued && key !== undefined ? [keyName === '' ? key : `${keyName}: ${key}`] : [];
    return { under: [...titles, ...shared], kind: isContinued ? 'continued' : 'row' };
  });
  return { headLines, places };
};
