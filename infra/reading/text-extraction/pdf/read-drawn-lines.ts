import { type Box, boundingBox, type PageCharacter } from './page-character.ts';
import type { PageShape } from './page-shape.ts';

/** Thickest line, in points, for a dash, a fraction bar or a strike-through. */
const thickest = 2;
/** Most lines of a page; with more it is a drawing. */
const maxLines = 5_000;

const height = ({ bottom, top }: Box): number => top - bottom;
const middle = ({ bottom, top }: Box): number => (bottom + top) / 2;

/** Share of a character's box below its baseline, in most fonts. */
const descent = 0.22;
/** Returns how far a height is above the baseline of a character, as a share of its size. */
const riseOf = (y: number, character: PageCharacter): number =>
  (y - character.bottom) / height(character) - descent;

const isInk = ({ text, size, quarters }: PageCharacter): boolean =>
  size > 0 && quarters === 0 && text !== ' ' && text.trim() !== '';
const isDigit = (character: PageCharacter | undefined): boolean =>
  character !== undefined && /^\d$/.test(character.text);

const linesOf = (shapes: readonly PageShape[]): readonly Box[] => {
  const lines = shapes.flatMap((shape) => {
    const { box } = shape;
    const isLine =
      shape.kind === 'path' &&
      !shape.isCurved &&
      height(box) <= thickest &&
      box.right - box.left > height(box);
    return isLine && box.right - box.left > 0.8 ? [box] : [];
  });
  return lines.length > maxLines ? [] : lines;
};

/** Range of heights above the baseline, in type sizes, at which a line crosses the middle of print. */
const lowestMiddle = 0.13;
const highestMiddle = 0.45;
const goesThrough = (y: number, character: PageCharacter): boolean => {
  const rise = riseOf(y, character);
  return rise >= lowestMiddle && rise <= highestMiddle;
};

/** Returns the box of a character's ink, in points. */
type InkOf = (character: PageCharacter) => Box;

/** True when a line crosses the ink of a letter or digit, and does not touch only its foot or head. */
const cuts = (line: Box, { bottom, top }: Box): boolean => {
  const margin = 0.15 * (top - bottom);
  return middle(line) > bottom + margin && middle(line) < top - margin;
};

/** Returns the characters that a line strikes out: it must begin and end where they do. */
const struckBy = (line: Box, near: readonly PageCharacter[], inkOf: InkOf): readonly PageCharacter[] => {
  const covered = near.filter((character) => {
    const centre = (character.left + character.right) / 2;
    return centre >= line.left && centre <= line.right && goesThrough(middle(line), character);
  });
  if (covered.length === 0) return [];
  const box = boundingBox(covered);
  const em = Math.max(...covered.map(height));
  const said = covered.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const isOfThem =
    said.length > 0 &&
    said.every((character) => cuts(line, inkOf(character))) &&
    height(line) <= 0.15 * em &&
    Math.abs(box.left - line.left) <= 0.6 * em &&
    Math.abs(box.right - line.right) <= 0.6 * em &&
    box.right - box.left >= 0.6 * (line.right - line.left);
  return isOfThem ? covered : [];
};

/** Returns the print at the height of a line, next to its left and right ends. */
const neighboursOf = (
  line: Box,
  near: readonly PageCharacter[],
): { readonly before: PageCharacter | undefined; readonly after: PageCharacter | undefined } => {
  let before: PageCharacter | undefined;
  let after: PageCharacter | undefined;
  for (const character of near) {
    if (!goesThrough(middle(line), character)) continue;
    const em = height(character);
    const [left, right] = [line.left - character.right, character.left - line.right];
    if (left > -0.15 * em && left < 0.9 * em && (before === undefined || character.right > before.right))
      before = character;
    if (right > -0.15 * em && right < 0.9 * em && (after === undefined || character.left < after.left))
      after = character;
  }
  return { before, after };
};

/** Digits above and below a short line. */
type Fraction = { readonly over: readonly PageCharacter[]; readonly under: readonly PageCharacter[] };

const fractionAt = (line: Box, near: readonly PageCharacter[]): Fraction | undefined => {
  const y = middle(line);
  const within = near.filter((character) => {
    const centre = (character.left + character.right) / 2;
    return centre >= line.left && centre <= line.right;
  });
  const over = within.filter((character) => {
    const rise = riseOf(y, character);
    return rise <= 0.05 && rise >= -0.6;
  });
  const under = within.filter((character) => {
    const rise = riseOf(y, character);
    return rise >= 0.6 && rise <= 1.3;
  });
  const isWhole = (part: readonly PageCharacter[]): boolean =>
    part.length > 0 &&
    part.length <= 3 &&
    part.every(isDigit) &&
    part.every(({ left, right }) => left >= line.left - 1 && right <= line.right + 1);
  if (!isWhole(over) || !isWhole(under)) return undefined;
  // A rule between two rows of a table is as wide as their column.
  const [one, other] = [boundingBox(over), boundingBox(under)];
  const widest = Math.max(one.right - one.left, other.right - other.left);
  const em = Math.max(height(one), height(other));
  return line.right - line.left <= widest + 0.6 * em ? { over, under } : undefined;
};

const textOf = (characters: readonly PageCharacter[]): string =>
  [...characters]
    .sort((a, b) => a.left - b.left)
    .map(({ text }) => text)
    .join('');

/** Changes to the characters of a page. */
type Changes = {
  readonly removed: Set<PageCharacter>;
  /** Replacement characters, by the character that they follow or precede. */
  readonly after: Map<PageCharacter, readonly PageCharacter[]>;
  readonly before: Map<PageCharacter, readonly PageCharacter[]>;
};

const blank = (at: PageCharacter, left: number): PageCharacter => ({
  ...at,
  text: ' ',
  size: 0,
  left,
  right: left,
});

/** Writes digits above and below a line as a fraction in the adjacent line of print: "1 1/2". */
const putFraction = (
  line: Box,
  { over, under }: Fraction,
  near: readonly PageCharacter[],
  changes: Changes,
): void => {
  const others = near.filter((character) => !over.includes(character) && !under.includes(character));
  const { before, after } = neighboursOf(line, others);
  // Without print next to its bar it may be two rows of a table.
  const model = before ?? after;
  if (model === undefined) return;
  const written: PageCharacter = {
    ...model,
    text: `${textOf(over)}/${textOf(under)}`,
    left: line.left,
    right: line.right,
  };
  const gap = after === undefined ? 0 : after.left - line.right;
  const pieces = [
    ...(before !== undefined && /[\d\p{L}]/u.test(before.text) ? [blank(written, line.left)] : []),
    written,
    ...(gap > 0.12 * height(model) ? [blank(written, line.right)] : []),
  ];
  for (const character of [...over, ...under]) changes.removed.add(character);
  (before === undefined ? changes.before : changes.after).set(model, pieces);
};

/** Writes a short line between two characters as a dash, if one of them is a digit. */
const putDash = (line: Box, near: readonly PageCharacter[], changes: Changes): void => {
  const { before, after } = neighboursOf(line, near);
  if (before === undefined || after === undefined) return;
  const em = Math.max(height(before), height(after));
  const width = line.right - line.left;
  const isDash =
    (isDigit(before) || isDigit(after)) &&
    width >= 0.18 * em &&
    width <= 1.3 * em &&
    height(line) <= 0.15 * em &&
    Math.abs(before.bottom - after.bottom) <= 0.1 * em;
  if (!isDash) return;
  changes.after.set(before, [{ ...before, text: '–', left: line.left, right: line.right }]);
};

const written = (characters: readonly PageCharacter[], changes: Changes): readonly PageCharacter[] => {
  const lines = characters.flatMap((character) => {
    if (changes.removed.has(character) && !changes.before.has(character)) return [];
    const own = changes.removed.has(character) ? [] : [character];
    return [...(changes.before.get(character) ?? []), ...own, ...(changes.after.get(character) ?? [])];
  });
  const put = new Set([...changes.after.values(), ...changes.before.values()].flat());
  // Spaces and line ends that PDFium inserted where it saw nothing.
  const isBeside = (from: number, step: 1 | -1): boolean => {
    let at = from + step;
    while (lines[at]?.size === 0 && !put.has(lines[at] ?? noCharacter)) at += step;
    return lines[at] !== undefined && put.has(lines[at] ?? noCharacter);
  };
  return lines.filter((character, index) => {
    if (put.has(character) || character.text.trim() !== '') return true;
    return !isBeside(index, 1) && !isBeside(index, -1);
  });
};
const noCharacter: PageCharacter = { text: '', left: 0, right: 0, bottom: 0, top: 0, size: 0, quarters: 0 };

/**
 * Interprets the lines drawn near print: a line through characters strikes them out, a short one next to a digit is a
 * dash, and one between digits above and below is a fraction bar.
 */
export const readDrawnLines = (
  characters: readonly PageCharacter[],
  shapes: readonly PageShape[],
  inkOf: InkOf = (character) => character,
  onStruck: () => void = () => {},
): readonly PageCharacter[] => {
  const lines = linesOf(shapes);
  if (lines.length === 0) return characters;
  const rowHeight = 12;
  const rowOf = (y: number): number => Math.floor(y / rowHeight);
  const steps = [-2, -1, 0, 1, 2];
  const rows = new Map<number, PageCharacter[]>();
  for (const line of lines) for (const step of steps) rows.set(rowOf(middle(line)) + step, []);
  for (const character of characters)
    if (isInk(character)) rows.get(rowOf(middle(character)))?.push(character);
  const changes: Changes = { removed: new Set(), after: new Map(), before: new Map() };
  for (const line of lines) {
    const row = rowOf(middle(line));
    const near = steps.flatMap((step) => rows.get(row + step) ?? []);
    const struck = struckBy(line, near, inkOf);
    for (const character of struck) changes.removed.add(character);
    if (struck.length > 0) {
      onStruck();
      continue;
    }
    const fraction = fractionAt(line, near);
    if (fraction === undefined) putDash(line, near, changes);
    else putFraction(line, fraction, near, changes);
  }
  if (changes.removed.size === 0 && changes.after.size === 0) return characters;
  return written(characters, changes);
};
