import { type Band, minRiver, widenBands, widenUnlessMerging } from './column-bands.ts';
import { groupRows } from './group-rows.ts';
import { mayBeGroupTitle } from './group-title.ts';
import { isDrawn } from './is-drawn.ts';
import { joinCellLines } from './join-cell-lines.ts';
import { looksTabular } from './looks-tabular.ts';
import type { OpenTable } from './open-table.ts';
import { type Box, boundingBox } from './page-character.ts';
import type { Segment } from './page-lines.ts';
import { type PrintLine, segmentedRuns } from './print-lines.ts';
import { type TableLine, toTableLine } from './table-lines.ts';

/** A longer run of lines is a drawing or a form. */
const maxLines = 300;
/** Fewest lines in pieces that may be a table. */
const minLines = 3;
/** Most stretches of a run to try, the most promising first. */
const maxStretches = 40;

const height = ({ bottom, top }: Box): number => top - bottom;

/** Lines `from` to `to` (exclusive), with the columns common to them. */
type Stretch = {
  readonly from: number;
  readonly to: number;
  readonly bands: readonly Band[];
  readonly weight: number;
};

/**
 * Counts the cells that have a cell to their left: a stretch gains weight with each line and loses it with each
 * column.
 */
const weightOf = (lines: readonly PrintLine[], bands: readonly Band[]): number => {
  let weight = 0;
  for (const { pieces } of lines) {
    const used = new Set(pieces.map(({ left }) => bands.findLastIndex((band) => band.left <= left + 0.01)));
    weight += Math.max(0, used.size - 1);
  }
  return weight;
};

/** True when an unbroken line may be the title of the rows below it. */
const mayBeTitle = (line: PrintLine | undefined): boolean =>
  line?.isInPieces === false && mayBeGroupTitle(line.words.map(({ text }) => text).join(' '));

/** Returns the stretches that begin at a line: one for each number of columns, as long as that number holds. */
const stretchesFrom = (lines: readonly PrintLine[], from: number): readonly Stretch[] => {
  const stretches: Stretch[] = [];
  let bands: readonly Band[] = [];
  let to = from;
  const close = (): void => {
    let end = to;
    // A table ends with a line in several pieces; unbroken lines after it may be a note.
    while (end > from && lines[end - 1]?.isInPieces !== true) end -= 1;
    const ofStretch = lines.slice(from, end);
    if (ofStretch.filter(({ isInPieces }) => isInPieces).length >= minLines)
      stretches.push({ from, to: end, bands, weight: weightOf(ofStretch, bands) });
  };
  for (const line of lines.slice(from)) {
    // The title of a group of rows reaches over columns but is not one.
    const wider =
      to > from && mayBeTitle(line) ? bands : widenBands(bands, line.pieces, minRiver * line.size);
    if (to > from && wider.length < bands.length) close();
    if (wider.length < 2) return stretches;
    bands = wider;
    to += 1;
  }
  close();
  return stretches;
};

/** Returns the lines below the last one in pieces that may be wrapped cell text: close to it, and within a column. */
const wrappedEnd = (lines: readonly PrintLine[], { to, bands }: Stretch): readonly TableLine[] => {
  const rest: TableLine[] = [];
  for (let index = to; index < lines.length; index += 1) {
    const [line, above] = [lines[index], lines[index - 1]];
    if (line === undefined || above === undefined) break;
    const tableLine = toTableLine(line, bands);
    const isClose = above.bottom - line.top <= 0.5 * height(line);
    const key = tableLine.fragments[0];
    if (!isClose || tableLine.spans || (key !== undefined && !/^\p{Ll}/u.test(key.text))) break;
    rest.push(tableLine);
  }
  return rest;
};

/**
 * True when a stretch is cut out of more print in pieces: if such print continues above or below, it is not a table,
 * or only part of one. Titles over several columns hold no figures.
 */
const isCutOut = (lines: readonly PrintLine[], bands: readonly Band[], from: number, to: number): boolean => {
  const keepsTo = (line: PrintLine): boolean =>
    widenUnlessMerging(bands, line.pieces, minRiver * line.size) !== undefined;
  const hasFigure = (line: PrintLine): boolean => line.words.some(({ text }) => /\d/.test(text));
  /** Going outwards from the table: true when print in pieces comes before print that breaks the columns. */
  const continuesOutwards = (
    outwards: readonly PrintLine[],
    isPart: (next: PrintLine) => boolean,
  ): boolean => {
    for (const [index, line] of outwards.entries()) {
      if (line.isInPieces && (keepsTo(line) || (index === 0 && isPart(line)))) return true;
      if (!keepsTo(line)) return false;
    }
    return false;
  };
  return (
    continuesOutwards(lines.slice(0, from).reverse(), hasFigure) ||
    continuesOutwards(lines.slice(to), () => true)
  );
};

/**
 * Copies titles over several columns of the head to each of those columns: "Fentanyl" over "mcg" and "mL". Applies
 * when the columns after the first divide evenly among the titles, and each title is above its own columns.
 */
const withSpreadTitles = (lines: readonly TableLine[]): readonly TableLine[] => {
  const [titles, names, ...others] = lines;
  if (titles === undefined || names === undefined || others.length < 2 || titles.spans) return lines;
  const columns = names.fragments.slice(1);
  const said = titles.fragments.flatMap((title) => title ?? []);
  const each = columns.length / said.length;
  if (!Number.isInteger(each) || each < 2 || titles.fragments[0] !== undefined) return lines;
  if (columns.some((name) => name === undefined || /\d/.test(name.text))) return lines;
  const areAbove = said.every((title, index) => {
    const middle = (title.left + title.right) / 2;
    const after = columns[(index + 1) * each];
    return middle > (columns[index * each]?.left ?? 0) && (after === undefined || middle < after.left);
  });
  if (!areAbove) return lines;
  const spread = columns.map((_, column) => said[Math.floor(column / each)]);
  return [{ ...titles, fragments: [undefined, ...spread] }, names, ...others];
};

const readStretch = (
  lines: readonly PrintLine[],
  stretch: Stretch,
  rules: readonly Box[],
): (OpenTable & { readonly to: number }) | undefined => {
  const { from, bands } = stretch;
  const own = lines.slice(from, stretch.to).map((line) => toTableLine(line, bands));
  const tableLines = [...own, ...wrappedEnd(lines, stretch)];
  const isOver = (index: number): boolean =>
    tableLines[index]?.spans === true && !mayBeTitle(lines[from + index]);
  if (tableLines.some((_, index) => isOver(index)) || tableLines.at(-1)?.spans === true) return undefined;
  const rows = groupRows(withSpreadTitles(tableLines), bands.length, { startsWithHead: true });
  if (rows === undefined || !looksTabular(rows, bands, { isRuled: false })) return undefined;
  const to = from + tableLines.length;
  const ofTable = lines.slice(from, to);
  const box = boundingBox(ofTable);
  if (isCutOut(lines, bands, from, to) || isDrawn(box, bands, rules)) return undefined;
  return {
    ...box,
    to,
    rows: rows.map((row) => row.map((cell) => joinCellLines(cell.map(({ text }) => text)))),
    columns: bands,
    segments: ofTable.flatMap(({ segments }) => segments),
  };
};

/** True when a table can begin at a line. A line below another with the same columns is inside a table. */
const mayBegin = (line: PrintLine, above: PrintLine | undefined): boolean =>
  line.isInPieces &&
  (above?.isInPieces !== true ||
    widenUnlessMerging(line.pieces, above.pieces, minRiver * line.size) === undefined);

/** Reads consecutive lines. */
const readRun = (lines: readonly PrintLine[], rules: readonly Box[]): readonly OpenTable[] => {
  if (lines.length > maxLines) return [];
  const stretches = lines
    .flatMap((line, index) => (mayBegin(line, lines[index - 1]) ? stretchesFrom(lines, index) : []))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxStretches);
  const tables: OpenTable[] = [];
  const taken = new Set<number>();
  for (const stretch of stretches) {
    const isFree = (to: number): boolean => {
      for (let index = stretch.from; index < to; index += 1) if (taken.has(index)) return false;
      return true;
    };
    if (!isFree(stretch.to)) continue;
    const table = readStretch(lines, stretch, rules);
    if (table === undefined || !isFree(table.to)) continue;
    for (let index = stretch.from; index < table.to; index += 1) taken.add(index);
    tables.push(table);
  }
  return tables;
};

/**
 * Finds tables without rules by the rivers of white space between their columns, which no word touches over at least
 * three consecutive lines.
 */
export const findAlignedTables = (
  segments: readonly Segment[],
  rules: readonly Box[],
): readonly OpenTable[] => segmentedRuns(segments, minLines).flatMap((lines) => readRun(lines, rules));
