import { type Band, columnBands, minRiver, widenUnlessMerging } from './column-bands.ts';
import { groupRows, type TableRow } from './group-rows.ts';
import { isDrawn } from './is-drawn.ts';
import { joinCellLines } from './join-cell-lines.ts';
import { looksTabular } from './looks-tabular.ts';
import type { OpenTable } from './open-table.ts';
import { type Box, boundingBox } from './page-character.ts';
import type { Segment } from './page-lines.ts';
import { type PrintLine, printLinesOf, segmentedShare } from './print-lines.ts';
import { type Fragment, toFragment, toTableLine } from './table-lines.ts';

/** Largest difference between the ends of a table's rules, in points. */
const tolerance = 6;
/** Shortest rule that frames a table, in points. */
const minRuleLength = 72;
/** Most rules of one length; more are the lines of a form. */
const maxRules = 40;
/** Most rules of a page. */
const maxOfPage = 1_000;
/** Most lines of print in a table's head. */
const maxHeadLength = 6;
/** Most pieces of text in a table's head. */
const maxInHead = 50;
/** Least share of the lines below a table's head that are in several segments; the others are wrapped cells. */
const minSegmentedShare = 0.1;

const height = ({ bottom, top }: Box): number => top - bottom;
const middle = ({ bottom, top }: Box): number => (bottom + top) / 2;

/** Returns the horizontal rules from the top of the page, those drawn cell by cell joined. */
const joinRules = (rules: readonly Box[]): readonly Box[] => {
  const joined: Box[] = [];
  const horizontal = rules.filter((rule) => rule.right - rule.left > height(rule));
  for (const rule of horizontal.sort((a, b) => Math.round(middle(b) - middle(a)) || a.left - b.left)) {
    const last = joined.at(-1);
    if (last !== undefined && Math.abs(middle(last) - middle(rule)) <= 1.5 && rule.left - last.right <= 2)
      joined[joined.length - 1] = boundingBox([last, rule]);
    else joined.push(rule);
  }
  return joined.filter(({ left, right }) => right - left >= minRuleLength);
};

/** Groups rules with the same ends, from the top. */
const groupByEnds = (rules: readonly Box[]): readonly (readonly Box[])[] => {
  const groups: Box[][] = [];
  for (const rule of rules) {
    const group = groups.find(
      ([first]) =>
        first !== undefined &&
        Math.abs(first.left - rule.left) <= tolerance &&
        Math.abs(first.right - rule.right) <= tolerance,
    );
    if (group === undefined) groups.push([rule]);
    else group.push(rule);
  }
  return groups.filter((group) => group.length >= 3 && group.length <= maxRules);
};

/** Returns the columns of a table's body, ignoring lines that break them; `undefined` when those are many. */
const bandsOfBody = (lines: readonly PrintLine[], river: number): readonly Band[] | undefined => {
  let bands = columnBands(
    lines.filter(({ isInPieces }) => isInPieces),
    river,
  );
  if (bands.length < 2) return undefined;
  let spanning = 0;
  for (const line of lines) {
    if (line.isInPieces) continue;
    const wider = widenUnlessMerging(bands, line.pieces, river);
    if (wider === undefined) spanning += 1;
    else bands = wider;
  }
  return spanning * 3 <= lines.length ? bands : undefined;
};

const overlap = (one: Band, other: Band): number =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left);

/** Largest distance between aligned edges, in points. */
const sameEdge = 2.5;

/**
 * Returns the column of a piece of the head: the first one above the rule right below the piece, else the one that it
 * is aligned with, else the last whose centre it has reached.
 */
const columnUnder = (piece: Fragment, bands: readonly Band[], rules: readonly Box[]): number => {
  const centre = (piece.left + piece.right) / 2;
  const below = rules.find((rule) => {
    const gap = piece.bottom - middle(rule);
    return rule.left < centre && rule.right > centre && gap > -2 && gap < height(piece);
  });
  if (below !== undefined) {
    const first = bands.findIndex(({ left, right }) => (left + right) / 2 > below.left);
    if (first >= 0) return first;
  }
  const own = bands.findIndex(
    (band) =>
      overlap(piece, band) > 0 &&
      (Math.abs(piece.left - band.left) <= sameEdge ||
        Math.abs(piece.right - band.right) <= sameEdge ||
        Math.abs(centre - (band.left + band.right) / 2) <= sameEdge),
  );
  return own >= 0
    ? own
    : Math.max(
        0,
        bands.findLastIndex(({ left, right }) => (left + right) / 2 <= centre),
      );
};

/** Splits the words of the head where a gap lies over the white space between two columns. */
const cutAtRivers = (
  words: PrintLine['words'],
  bands: readonly Band[],
  narrowest: number,
): readonly Fragment[] => {
  const pieces: PrintLine['words'][number][][] = [];
  for (const word of words) {
    const piece = pieces.at(-1);
    const last = piece?.at(-1);
    const isCut =
      last === undefined ||
      (word.left - last.right >= narrowest &&
        bands.some(({ right }, index) => {
          const next = bands[index + 1];
          return (
            next !== undefined &&
            overlap({ left: last.right, right: word.left }, { left: right, right: next.left }) > 0
          );
        }));
    if (isCut) pieces.push([word]);
    else piece?.push(word);
  }
  return pieces.map(toFragment);
};

/**
 * Reads the head as one row: the text above each column, from the top; a title over several columns goes into the
 * first of them.
 */
const readHead = (lines: readonly PrintLine[], bands: readonly Band[], rules: readonly Box[]): TableRow => {
  const cells: Fragment[][] = bands.map(() => []);
  for (const line of lines) {
    for (const { words } of line.pieces) {
      for (const piece of cutAtRivers(words, bands, 0.4 * line.size))
        cells[columnUnder(piece, bands, rules)]?.push(piece);
    }
  }
  return cells;
};

/** Returns the text between two rules that shares some of their width. */
const between = (segments: readonly Segment[], upper: Box, lower: Box): readonly Segment[] =>
  segments.filter((segment) => {
    const place = middle(segment);
    return (
      place < middle(upper) &&
      place >= middle(lower) &&
      segment.right > upper.left &&
      segment.left < upper.right
    );
  });

/** True when a head may be between two rules: a few lines, not all unbroken like a title or a line of text. */
const mayHoldHead = (
  segments: readonly Segment[],
  upper: Box | undefined,
  lower: Box | undefined,
): boolean => {
  if (upper === undefined || lower === undefined) return false;
  const inside = between(segments, upper, lower);
  if (inside.length === 0 || inside.length > maxInHead) return false;
  const lines = printLinesOf(inside);
  return lines.length <= maxHeadLength && lines.some(({ isInPieces }) => isInPieces);
};

/** Reads the text between the first and the last of some rules as a table, with the head between the first two. */
const readFramed = (
  segments: readonly Segment[],
  rules: readonly Box[],
  allRules: readonly Box[],
): OpenTable | undefined => {
  const [top, underHead, ...others] = rules;
  const bottom = others.at(-1);
  if (top === undefined || underHead === undefined || bottom === undefined) return undefined;
  const inside = between(segments, top, bottom);
  if (inside.some(({ left, right }) => left < top.left - tolerance || right > top.right + tolerance))
    return undefined;
  const isAbove = (segment: Segment): boolean => middle(segment) >= middle(underHead);
  const below = inside.filter((segment) => !isAbove(segment));
  if (segmentedShare(below) < minSegmentedShare) return undefined;
  const body = printLinesOf(below);
  const river = minRiver * Math.max(...body.map(({ size }) => size)) * 0.75;
  const bands = bandsOfBody(body, river);
  if (bands === undefined) return undefined;
  const tableLines = body.map((line) => toTableLine(line, bands));
  if (tableLines.at(-1)?.spans === true) return undefined;
  const rows = groupRows(tableLines, bands.length, {
    rules: others.map(middle),
    startsWithHead: false,
  });
  if (rows === undefined) return undefined;
  // Rules shorter than the table are below titles over several columns.
  const shorter = allRules.filter(({ left, right }) => {
    const width = right - left;
    return width >= 4 && width < 0.9 * (top.right - top.left) && left >= top.left - tolerance;
  });
  const head = printLinesOf(inside.filter(isAbove));
  const all = [readHead(head, bands, shorter), ...rows];
  if (!looksTabular(all, bands, { isRuled: true }) || isDrawn(boundingBox(inside), bands, allRules))
    return undefined;
  return {
    ...boundingBox(inside),
    rows: all.map((row) => row.map((cell) => joinCellLines(cell.map(({ text }) => text)))),
    columns: bands,
    segments: inside,
  };
};

/**
 * Finds tables that only horizontal rules frame, as in books and journals: one above the head, one below it, one at
 * the end, all of the same length. `rules` are the lines of the page.
 */
export const findFramedTables = (
  segments: readonly Segment[],
  rules: readonly Box[],
): readonly OpenTable[] => {
  const tables: OpenTable[] = [];
  const joined = joinRules(rules);
  if (joined.length > maxOfPage) return [];
  let free = segments;
  for (const group of groupByEnds(joined)) {
    for (let from = 0; from + 2 < group.length; from += 1) {
      if (!mayHoldHead(free, group[from], group[from + 1])) continue;
      for (let to = group.length; to >= from + 3; to -= 1) {
        const table = readFramed(free, group.slice(from, to), rules);
        if (table === undefined) continue;
        tables.push(table);
        const taken = new Set(table.segments);
        free = free.filter((segment) => !taken.has(segment));
        from = to - 1;
        break;
      }
    }
  }
  return tables;
};
