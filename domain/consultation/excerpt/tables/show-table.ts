import { namesDose } from '../../../clinical-text/names-dose.ts';
import {
  type ChartedPatient,
  namesKind,
  type PatientRange,
  patientRangesIn,
  tapeColorsIn,
} from '../../../clinical-text/patient-ranges.ts';
import { weakMemoize } from '../../../kernel/weak-memoize.ts';
import type { Table, TableRow } from './read-table.ts';
import { type Labelled, selectByColor, selectForPatient } from './select-for-patient.ts';

/** The shown part of a table. */
type ShownTable = {
  /** Its lines as quoted; `from` is the table line of each, for marks the one below. */
  readonly lines: readonly { readonly text: string; readonly from: number }[];
  /** The notes with it. */
  readonly notes: readonly string[];
};

/** The facts that decide which part of a table is shown. */
export type TableRequest = {
  readonly patient: ChartedPatient;
  /** Colour zones that the question names. */
  readonly colors: readonly string[];
  /** Scores how much of the question a text names, from 0. */
  readonly matchOf: (text: string) => number;
};

/** A table up to this many characters is shown whole if nothing is known about the patient. */
const shortTable = 1200;
/** The most characters of a table that are shown. */
const longestTable = 1800;
/** A longer text next to an empty cell was printed across both. */
const longestCell = 160;
/** Marks omitted rows of a table. */
const omittedRows = '| […] |';
/** Replaces a value whose column cannot be determined. */
const omittedCell = '[…]';

const headMeasures: readonly (readonly [RegExp, 'kg' | 'lb' | 'years' | 'months'])[] = [
  [/\b(?:weight|wt|mass)\b[^|]{0,40}\b(?:lbs?|pounds?)\b|^\(?(?:lbs?|pounds?)\)?$/i, 'lb'],
  [/\b(?:weight|wt|mass)\b|^\(?(?:kgs?|kilos?|kilograms?)\)?$/i, 'kg'],
  [/\bages?\b[^|]{0,40}\bmo(?:nth)?s?\b/i, 'months'],
  [/\bages?\b/i, 'years'],
];

/** The unit of the numbers of a column or row, from its name: "Avg Wt (KG)", "Age (years)". */
const measureOf = (name: string): 'kg' | 'lb' | 'years' | 'months' | undefined => {
  if (/\/\s?kg|per kg/i.test(name)) return undefined;
  const kilograms = /\bkg|kilo/i.test(name);
  const found = headMeasures.find(([pattern]) => pattern.test(name))?.[1];
  return found === 'lb' && kilograms ? 'kg' : found;
};

/** A dose next to the patient makes a cell content, not a label. */
const isLabel = (cell: string): boolean => cell.length <= 120 && !namesDose(cell);

/**
 * A number without a unit gets that of the heading only at the beginning of a cell: the 7 in "Drug 7" is not a
 * weight.
 */
const beginsWithNumber = /^[<>≤≥=~\s]*(?:(?:under|over|up to|below|above|less than|more than|at least) )?\d/i;

const rangesOfLabel = (cell: string, measure: ReturnType<typeof measureOf>): readonly PatientRange[] =>
  isLabel(cell) ? patientRangesIn(cell, beginsWithNumber.test(cell) ? measure : undefined) : [];

/** The least share of cells with ages or weights that makes a column one of labels. */
const labelShare = 0.5;

/**
 * Whether a range in a column that is not named age or weight is one of patients: "2 years" may be the validity of a
 * licence and "0-2 hours" the time of a step, but "6-11 years" and "10 kg" are patients.
 */
const isOfPatients = ({ measure, unit, from, to }: PatientRange, cell: string): boolean =>
  measure === 'weight' ||
  namesKind(cell) ||
  (from !== to && (unit === 'years' || unit === 'months')) ||
  /\b(?:olds?|of age|y\/?o|age[ds]?)\b/i.test(cell);

/** The columns that name the patients of a row. */
const keyColumnsOf = ({ columns, rows }: Table): readonly number[] => {
  const width = Math.max(columns.length, ...rows.slice(0, 1).map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, at) => at).filter((at) => {
    const measure = measureOf(columns[at]?.text ?? '');
    const cells = rows.filter(({ isLabelled }) => isLabelled).map(({ cells: own }) => own[at] ?? '');
    const filled = cells.filter((cell) => cell !== '');
    const labels = filled.filter((cell) =>
      rangesOfLabel(cell, measure).some((range) => measure !== undefined || isOfPatients(range, cell)),
    );
    const colors = filled.filter((cell) => isLabel(cell) && tapeColorsIn(cell).length > 0);
    const most = Math.max(labels.length, colors.length);
    return (
      named.length > 0 && most >= named.length * labelShare && (measure !== undefined || (at < 3 && most > 1))
    );
  });
};

/** A line above the columns that names the patients of each: the heading itself, or one of the first rows. */
const headOfPatients = (
  table: Table,
): { readonly labels: readonly Labelled[]; readonly row?: TableRow } | undefined => {
  const { columns, rows } = table;
  const labelled = (names: readonly string[], measure: ReturnType<typeof measureOf>): readonly Labelled[] =>
    names.map((label, at) => ({ label, ranges: at === 0 ? [] : rangesOfLabel(label, measure) }));
  const heads = columns.map(({ text }) => text);
  const isInformative = (labels: readonly Labelled[]): boolean =>
    labels.filter(({ ranges }) => ranges.length > 0).length >= 2;
  const ofHead = labelled(heads, measureOf(heads[0] ?? ''));
  if (isInformative(ofHead)) return { labels: ofHead };
  const namesZones =
    heads.slice(1).filter((head) => tapeColorsIn(head).length > 0 || namesKind(head)).length >= 2;
  for (const row of rows.slice(0, 3)) {
    const [name = ''] = row.cells;
    const measure = measureOf(name);
    const labels = labelled(row.cells, measure);
    const filled = row.cells.slice(1).filter((cell) => cell !== '').length;
    const share = labels.filter(({ ranges }) => ranges.length > 0).length;
    const isKeyRow = measure !== undefined || row === rows[0];
    if (
      row.isLabelled &&
      isKeyRow &&
      isInformative(labels) &&
      share >= filled * labelShare &&
      share >= 2 &&
      name !== ''
    ) {
      // A column of weights also lists them one below the other.
      if (measure !== undefined || rangesOfLabel(name, undefined).length === 0) {
        const withHeads = labels.map((one, at) => ({ ...one, words: `${heads[at] ?? ''} ${one.label}` }));
        return { labels: withHeads, row };
      }
    }
  }
  return namesZones ? { labels: ofHead } : undefined;
};

const textOfRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const lengthOf = (rows: readonly TableRow[]): number =>
  rows.reduce((sum, { cells }) => sum + textOfRow(cells).length + 1, 0);

const holdsValue = (cells: readonly string[]): boolean => cells.some((cell) => /\d/.test(cell));

/** The labels of a row in words, numbers with the unit from the heading. */
const named = (cells: readonly string[], unit: string | undefined): string =>
  cells
    .filter((cell) => cell !== '')
    .map((cell) => (unit !== undefined && /^[\d.\s<>≤≥–-]+$/.test(cell) ? `${cell} ${unit}` : cell))
    .join(', ');

/** The patients of a table's rows and columns, independent of any question. */
type TableLabels = {
  /** Present if its columns are for patients. */
  readonly transposed: ReturnType<typeof headOfPatients>;
  /** Otherwise, the columns that name the patients of a row. */
  readonly keys: readonly number[];
  readonly ofRows: ReadonlyMap<TableRow, Labelled>;
};

const labelOfRow = ({ columns, lines }: Table, row: TableRow, keys: readonly number[]): Labelled => {
  const bannerText = row.banners.map((line) => lines[line] ?? '').join(' ');
  const cells = keys.map((at) => ({ cell: row.cells[at] ?? '', name: columns[at]?.text ?? '' }));
  const ofCells = cells.flatMap(({ cell, name }) => rangesOfLabel(cell, measureOf(name)));
  const ofBanners = patientRangesIn(bannerText);
  const first = keys.length > 0 ? cells.map(({ cell }) => cell) : [row.cells[0] ?? ''];
  const own = first.filter((cell) => cell !== '').join(', ');
  const banner = bannerText.replaceAll('|', ' ').trim().replace(/\s+/g, ' ');
  const unit = ofCells[0]?.unit;
  return {
    label: ofCells.length === 0 && banner !== '' ? banner : named(first, unit),
    ranges: ofCells.length > 0 ? ofCells : ofBanners,
    words: `${banner} ${own}`,
  };
};

/** Computed once per table: a book has thousands of labels, and every answer from it needs all of them. */
const labelsOf = weakMemoize((table: Table): TableLabels => {
  const transposed = headOfPatients(table);
  const keys = transposed === undefined ? keyColumnsOf(table) : [];
  return { transposed, keys, ofRows: new Map(table.rows.map((row) => [row, labelOfRow(table, row, keys)])) };
});

/** The rows that apply to the patient, by their own labels or by the banners above them. */
const rowsForPatient = (
  table: Table,
  rows: readonly TableRow[],
  { keys, ofRows }: TableLabels,
  { patient, colors }: TableRequest,
): { readonly rows: readonly TableRow[]; readonly notes: readonly string[] } => {
  const labelled = rows.flatMap((row) => ofRows.get(row) ?? []);
  const byColor = selectByColor(labelled, colors);
  if (byColor !== undefined) return { rows: byColor.shown.flatMap((at) => rows[at] ?? []), notes: [] };
  // Each drug has its own grid: a weight with a row for one drug may be between two rows for another.
  const groups = new Map<string, number[]>();
  const subjectOf = subjectsOfRows(table, rows, keys);
  rows.forEach((row, at) => {
    const known = groups.get(subjectOf(row));
    if (known) known.push(at);
    else groups.set(subjectOf(row), [at]);
  });
  const shown = new Set<number>();
  const notes: string[] = [];
  for (const group of groups.values()) {
    const selection = selectForPatient(
      group.flatMap((at) => labelled[at] ?? []),
      patient,
    );
    for (const index of selection?.shown ?? group.keys()) shown.add(group[index] ?? -1);
    notes.push(...(selection?.notes ?? []));
  }
  return { rows: rows.filter((_, at) => shown.has(at)), notes: [...new Set(notes)] };
};

/**
 * The subject of a row apart from its patients: the banners without patients, and the names before the patient column,
 * or in the first column after it if they are repeated.
 */
const subjectsOfRows = (
  table: Table,
  rows: readonly TableRow[],
  keys: readonly number[],
): ((row: TableRow) => string) => {
  const [firstKey] = keys;
  if (firstKey === undefined) return () => '';
  const width = rows[0]?.cells.length ?? 0;
  const next = Array.from({ length: width }, (_, at) => at).find((at) => !keys.includes(at));
  const names = next === undefined ? [] : rows.map(({ cells }) => cells[next] ?? '');
  // "1 autoinjector" and "2 autoinjectors" are amounts of one thing, not two.
  const isAmount = (name: string): boolean => namesDose(name) || /^\d/.test(name);
  const isRepeated = new Set(names).size < names.length && !names.some(isAmount);
  const columns = Array.from({ length: firstKey }, (_, at) => at);
  if (columns.length === 0 && next !== undefined && isRepeated) columns.push(next);
  return ({ cells, banners }) =>
    [
      ...banners.map((line) => table.lines[line] ?? '').filter((line) => patientRangesIn(line).length === 0),
      ...columns.map((at) => cells[at] ?? ''),
    ].join('\n');
};

/** The columns to show: those for the patient, if columns are for patients. */
const columnsForPatient = (
  labels: readonly Labelled[],
  request: TableRequest,
): { readonly columns: ReadonlySet<number>; readonly notes: readonly string[] } => {
  const all = new Set(labels.keys());
  const zonesOf = ({ label, words = label }: Labelled): readonly string[] => tapeColorsIn(words);
  const keyed = labels.flatMap((one, at) =>
    one.ranges.length > 0 || (at > 0 && (namesKind(one.label) || zonesOf(one).length > 0)) ? [at] : [],
  );
  const byColor = keyed.filter((at) => {
    const one = labels[at];
    return one !== undefined && zonesOf(one).some((color) => request.colors.includes(color));
  });
  const others = [...all].filter((at) => !keyed.includes(at));
  if (byColor.length > 0) return { columns: new Set([...others, ...byColor]), notes: [] };
  const selection = selectForPatient(
    keyed.map((at) => labels[at] ?? { label: '', ranges: [] }),
    request.patient,
  );
  if (selection === undefined) return { columns: all, notes: [] };
  const chosen = selection.shown.flatMap((index) => keyed[index] ?? []);
  return { columns: new Set([...others, ...chosen]), notes: selection.notes };
};

/** A row that matches less than this share of the best one only shares a common word with the question. */
const sharedMatch = 0.6;

/** As many rows as fit, requested ones first, in their order. */
const withinRoom = (
  rows: readonly TableRow[],
  room: number,
  matchOf: (row: TableRow) => number,
  cellsShown: (cells: readonly string[]) => readonly string[],
) => {
  const matches = rows.map(matchOf);
  const best = Math.max(0, ...matches);
  const candidates = best > 0 ? rows.filter((_, at) => (matches[at] ?? 0) >= best * sharedMatch) : rows;
  const kept: TableRow[] = [];
  let used = 0;
  for (const row of candidates) {
    used += textOfRow(cellsShown(row.cells)).length + 1;
    if (kept.length > 0 && used > room) break;
    kept.push(row);
  }
  return { kept, isCut: kept.length < candidates.length };
};

/**
 * The columns about the subject of the question, with those that name the patients of a row; `undefined` if no heading
 * shows them.
 */
const columnsAsked = (
  { columns }: Table,
  keys: readonly number[],
  { matchOf }: TableRequest,
): ReadonlySet<number> | undefined => {
  const named = columns.flatMap(({ text }, at) => (at > 0 && matchOf(text) > 0 ? [at] : []));
  return named.length === 0 || keys.length === 0 ? undefined : new Set([0, ...keys, ...named]);
};

const unlabelledNote =
  'Some values of this table cannot be assigned to a column and are not shown: read the table on its page.';
const tooLong = 'Only a part of this long table is shown: read the rest on its page.';

/**
 * The part of a table to show: its banners and heading with the rows and columns for the patient and the question. If
 * nothing is known about the patient, all options: a short table whole, else the rows about the question. Rows with
 * more or fewer cells than columns, and values without a heading, are not shown.
 */
export const showTable = (table: Table, request: TableRequest): ShownTable => {
  const { columns, rows, headLines, lines, leads } = table;
  const notes: string[] = [];
  const holdsAmounts = lines.some(namesDose);
  // Of two columns without names, the first names the second.
  const isPlainPair = columns.length === 2 && columns.every(({ text }) => text === '');
  const isNameless = (at: number): boolean =>
    at > 0 && columns.length > 0 && columns[at]?.text === '' && !isPlainPair;
  // Two columns without a heading are names with their content.
  const isLabelled = ({ cells, isLabelled: own, banners }: TableRow): boolean =>
    columns.length > 0 ? own : cells.length <= 2 && (cells[0] !== '' || banners.length > 0);
  const labelledRows = rows.filter((row) => isLabelled(row) || !holdsValue(row.cells) || !holdsAmounts);
  if (labelledRows.length < rows.length) notes.push(unlabelledNote);

  const labels = labelsOf(table);
  const { transposed, keys } = labels;
  const byRow = rowsForPatient(table, labelledRows, labels, request);
  const byColumn = transposed && columnsForPatient(transposed.labels, request);
  const asked = columnsAsked(table, keys, request);
  let shown = byRow.rows;
  notes.push(...(byColumn?.notes ?? byRow.notes), ...(byColumn === undefined ? [] : byRow.notes));
  const { matchOf } = request;
  const keepsAlways = (row: TableRow): boolean => row === transposed?.row;
  const labelOf = (row: TableRow): string =>
    [...row.banners.map((line) => lines[line] ?? ''), ...row.cells].join(' ');
  const room = shown.length < labelledRows.length ? longestTable : shortTable;
  const isLong = lengthOf(shown) > room;
  // From a long chart with a column for each drug, the columns of the requested one.
  const onlyColumns = byColumn?.columns ?? (isLong ? asked : undefined);
  /** Whether a row has text only in columns that would be hidden: then it applies to all. */
  const isOverAll = ({ cells }: TableRow): boolean =>
    cells.filter((cell) => cell !== '').length === 1 &&
    cells.every((cell, at) => cell === '' || (cell.length > longestCell && onlyColumns?.has(at) === false));
  const hidesColumns =
    onlyColumns !== undefined && onlyColumns.size < columns.length && !shown.some(isOverAll);
  const cellsShown = (cells: readonly string[]): readonly string[] =>
    hidesColumns ? cells.filter((_, at) => onlyColumns.has(at)) : cells;
  const lengthShown = shown.reduce((sum, { cells }) => sum + textOfRow(cellsShown(cells)).length + 1, 0);
  if (lengthShown > room) {
    const { kept, isCut } = withinRoom(
      shown.filter((row) => !keepsAlways(row)),
      longestTable,
      (row) => matchOf(labelOf(row)),
      cellsShown,
    );
    if (isCut) notes.push(tooLong);
    const keep = new Set(kept);
    shown = shown.filter((row) => keep.has(row) || keepsAlways(row));
  } else if (transposed?.row !== undefined && !shown.includes(transposed.row)) {
    shown = [transposed.row, ...shown];
  }

  let hidesValues = false;
  const written = (row: TableRow): string => {
    const hides =
      holdsAmounts && row.isLabelled && row.cells.some((cell, at) => isNameless(at) && /\d/.test(cell));
    if (hides) hidesValues = true;
    const cells = hides
      ? row.cells.map((cell, at) => (isNameless(at) && /\d/.test(cell) ? omittedCell : cell))
      : row.cells;
    return hides || hidesColumns || row.isFilled ? textOfRow(cellsShown(cells)) : (lines[row.line] ?? '');
  };
  const headShown = headLines.map((line) => ({
    text: hidesColumns ? textOfRow(cellsShown(splitCells(lines[line] ?? ''))) : (lines[line] ?? ''),
    from: line,
  }));
  const body: { text: string; from: number }[] = [];
  let before = headLines.at(-1) ?? leads.length - 1;
  for (const row of shown) {
    for (const line of row.banners) {
      if (body.some(({ from }) => from === line)) continue;
      if (line > before + 1) body.push({ text: omittedRows, from: line });
      body.push({
        text: hidesColumns ? textOfRow(splitCells(lines[line] ?? '').slice(0, 1)) : (lines[line] ?? ''),
        from: line,
      });
      before = line;
    }
    if (row.line > before + 1) body.push({ text: omittedRows, from: row.line });
    body.push({ text: written(row), from: row.line });
    before = row.line;
  }
  const lastRow = rows.at(-1);
  if (shown.length > 0 && lastRow !== undefined && before < lastRow.line) {
    body.push({ text: omittedRows, from: before });
  }
  const leadLines = leads.map((text) => ({ text, from: lines.indexOf(text) }));
  return {
    lines: [...leadLines, ...headShown, ...body],
    notes: [...new Set([...notes, ...(hidesValues ? [unlabelledNote] : [])])],
  };
};

const splitCells = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
