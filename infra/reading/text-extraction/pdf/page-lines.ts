import { type Box, boundingBox, type PageCharacter } from './page-character.ts';

/** A piece of a line without a wide gap. `size` is the median font size of its characters, in points. */
export type Segment = Box & {
  readonly text: string;
  readonly size: number;
  /** The ruled cell that contains it; `undefined` outside all cells. */
  readonly cell: string | undefined;
  /** Its characters, spaces included, in drawing order. */
  readonly characters: readonly PageCharacter[];
  /** True when all its letters and digits are in bold print. */
  readonly isBold?: boolean;
};

/** A gap of this many font sizes separates two columns or cells; a space is about a quarter of the font size. */
const wideGap = 1.5;

const middle = ({ bottom, top }: Box): number => (bottom + top) / 2;
const height = ({ bottom, top }: Box): number => top - bottom;

const isSaid = /[\p{L}\p{N}]/u;
const isSpace = (text: string): boolean => /^\s$/.test(text);

/** True when a character continues the segment: same line, no wide gap, not back to the left. */
const continues = (previous: PageCharacter, next: PageCharacter): boolean => {
  const em = Math.max(previous.size, next.size, 4);
  const sameLine =
    Math.abs(middle(previous) - middle(next)) < Math.max(height(previous), height(next), em * 0.5) * 0.6;
  const gap = next.left - previous.right;
  return sameLine && gap < em * wideGap && gap > -em * 2;
};

const toSegment = (characters: readonly PageCharacter[], cell: string | undefined): Segment | undefined => {
  const inked = characters.filter(({ text, size }) => size > 0 && !isSpace(text));
  const text = characters
    .map((character) => character.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  if (inked.length === 0 || text === '') return undefined;
  const sizes = inked.map(({ size, bottom, top }) => (size > 1 ? size : top - bottom)).sort((a, b) => a - b);
  const isBold = inked.every((character) => character.isBold === true || !isSaid.test(character.text));
  return { text, cell, characters, isBold, size: sizes[sizes.length >> 1] ?? 0, ...boundingBox(inked) };
};

/**
 * Groups the characters of a page into segments, in drawing order. `cellOf` returns the ruled cell of a character: no
 * segment reaches from one cell into another.
 */
export const segmentsOf = (
  characters: readonly PageCharacter[],
  cellOf: (character: PageCharacter) => string | undefined = () => undefined,
): readonly Segment[] => {
  const segments: Segment[] = [];
  let run: PageCharacter[] = [];
  let last: PageCharacter | undefined;
  let cell: string | undefined;
  const close = (): void => {
    const segment = toSegment(run, cell);
    if (segment !== undefined) segments.push(segment);
    run = [];
    last = undefined;
  };
  for (const character of characters) {
    if (character.text === '\n' || character.text === '\r') {
      close();
      continue;
    }
    if (isSpace(character.text)) {
      run.push(character);
      continue;
    }
    const ownCell = cellOf(character);
    if (last !== undefined && (ownCell !== cell || !continues(last, character))) close();
    cell = ownCell;
    run.push(character);
    last = character;
  }
  close();
  return segments;
};

/** True when two boxes are on the same line: they share more than half of the lower one's height. */
export const onSameLine = (one: Box, other: Box): boolean => {
  const shared = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom);
  return shared > 0.5 * Math.min(height(one), height(other));
};
