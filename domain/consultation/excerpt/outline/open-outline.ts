import type { Passage } from '../../../retrieval/passage.ts';
import type { Block, LinePlace } from './block.ts';
import type { Depth } from './line-depth.ts';
import { noteMark } from './note-marks.ts';
import type { Line } from './read-line.ts';

/** A block that lines may still be added to. */
export type OpenBlock = Omit<Block, 'lines' | 'places' | 'passage' | 'under'> & {
  under?: number;
  readonly depth: Depth;
  /** The depth among headings. */
  readonly rank: number;
  readonly lines: string[];
  readonly places: LinePlace[];
  passage: Passage;
};

/** An outline that is being made, line by line. */
export type OpenOutline = {
  readonly blocks: OpenBlock[];
  /** Headings and entries that later blocks may be under, outermost first. */
  readonly open: number[];
  /** The paragraph that introduces what comes next. */
  introduction: number | undefined;
  /** A paragraph that introduces entries below no entry: they are under it until one of a higher order comes. */
  list: { readonly index: number; readonly depth: Depth } | undefined;
  /** Whether the line before was empty. */
  isAfterBlank: boolean;
  /** Lines in capitals before the first entry are the letterhead and the title: nothing is under them. */
  isLetterhead: boolean;
  /** For each banner that was looked for where it stood last, and how far blocks were looked at. */
  readonly banners: Map<string, { readonly at: number; readonly until: number }>;
};

/** An outline of nothing yet. */
export const newOutline = (isLetterhead: boolean): OpenOutline => ({
  blocks: [],
  open: [],
  introduction: undefined,
  list: undefined,
  isAfterBlank: true,
  isLetterhead,
  banners: new Map(),
});

const introduction = new RegExp(String.raw`:\s*${noteMark}*$`);

/** Whether a line introduces what comes after it. */
export const introduces = (line: string): boolean => introduction.test(line);

/** Adds a line to a block. */
export const addLine = (outline: OpenOutline, block: OpenBlock, { text, place }: Line): void => {
  block.lines.push(text);
  block.places.push(place);
  if (block.kind === 'paragraph' && block === outline.blocks.at(-1) && introduces(text))
    outline.introduction = outline.blocks.length - 1;
};
