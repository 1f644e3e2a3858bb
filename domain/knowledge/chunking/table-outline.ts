import { cellsOfRow, isTableRule } from '../markdown-row.ts';
import { statesPopulation } from './states-population.ts';

/** What a row of a table is under beside its head, and whether a part of the table may begin with it. */
export type RowPlace = {
  /** Titles of the groups that the row belongs to, outermost first, and the key that it shares with the rows above. */
  readonly under: readonly string[];
  /** A title of a group, an ordinary row, or one that goes on with the row above. */
  readonly kind: 'title' | 'row' | 'continued';
};

export type TableOutline = {
  /** How many of the first lines are the head: its rows with the rule among them; 0 where there is no head. */
  readonly headLines: number;
  /** Each line after the head. */
  readonly places: readonly RowPlace[];
};

/** Most rows of a head beside its rule. */
const maxHeadRows = 4;
/** What the first cell of a head's further row names, where the columns are weights, ages or colours. */
const rulingKey =
  /^(?:patient\s+)?(?:weights?|wt|ages?|colou?rs?|zones?|lengths?|heights?|kgs?|lbs?|pounds|kilograms|years|months|population|broselow)\b/i;
/** Says that a cell holds what the one above it holds. */
const ditto = /^(?:"|''|〃|″|”|ditto|same)?$/i;

const hasFigure = (cell: string): boolean => /\d/.test(cell);
const filled = (cells: readonly string[]): number => cells.filter((cell) => cell !== '').length;

/** A cell over all columns: said in the first alone, or, as some programs write it, in every one. */
const spansAll = (cells: readonly string[]): boolean => {
  const [first = ''] = cells;
  if (cells.length < 2 || first === '') return false;
  return filled(cells) === 1 || (/\p{L}/u.test(first) && cells.every((cell) => cell === first));
};

/** Whether a row below the rule belongs to the head: below a title, below titles over several columns, or a second key. */
const goesOnWithHead = (
  row: readonly string[],
  head: readonly (readonly string[])[],
  below: readonly (readonly string[])[],
): boolean => {
  const last = head.at(-1) ?? [];
  // A row below it has to be left, and one that holds figures where this one has none.
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
    if (!goesOnWithHead(row, head, below)) break;
    head.push(row);
    end += 1;
  }
  return end;
};

/** What the head calls the first column, which a title over all columns does not. */
const keyNameOf = (head: readonly string[]): string =>
  head
    .filter((line) => !isTableRule(line))
    .map(cellsOfRow)
    .findLast((cells) => !spansAll(cells) && cells[0] !== '')?.[0] ?? '';

/** The titles that hold after another: it replaces one of the same kind, and those within that. */
const enterGroup = (titles: readonly string[], title: string): readonly string[] => {
  const kind = statesPopulation(title);
  const same = titles.findIndex((other) => statesPopulation(other) === kind);
  return [...(same < 0 ? titles : titles.slice(0, same)), title];
};

/**
 * Finds out, from the lines of a Markdown table, which are its head and what each row is under: the title of its
 * group (a row whose only cell reaches over all columns), and the key of a row further up where its first cell is left
 * empty because it was merged.
 */
export const tableOutline = (rows: readonly string[]): TableOutline => {
  const headLines = headLinesOf(rows);
  const keyName = headLines > 0 ? keyNameOf(rows.slice(0, headLines)) : '';
  const body = rows.slice(headLines).map(cellsOfRow);
  let titles: readonly string[] = [];
  let key: string | undefined;
  const places = body.map((cells, index): RowPlace => {
    const next = body[index + 1];
    // The last row may be a note that reaches over the table.
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
