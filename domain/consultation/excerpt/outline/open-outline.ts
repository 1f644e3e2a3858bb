import type { Passage } from '../../../retrieval/passage.ts';
import type { Block, LinePlace } from './block.ts';
import type { Depth } from './line-depth.ts';
import { noteMark } from './note-marks.ts';
import type { Line } from './read-line.ts';

/** A block that can still receive lines. */
export type OpenBlock = Omit<Block, 'lines' | 'places' | 'passage' | 'under'> & {
  under?: number;
  readonly depth: Depth;
  /** The depth among headings. */
  readonly rank: number;
  /** The number of the section that it heads. */
  readonly section?: readonly string[];
  readonly lines: string[];
  readonly places: LinePlace[];
  passage: Passage;
};

/** An outline under construction, line by line. */
export type OpenOutline = {
  readonly blocks: OpenBlock[];
  /** The open headings and entries, possible parents of later blocks, outermost first. */
  readonly open: number[];
  /** The paragraph that introduces the next blocks. */
  introduction: number | undefined;
  /** A paragraph that introduces entries outside any entry: they are its children until one of a higher order comes. */
  list: { readonly index: number; readonly depth: Depth } | undefined;
  /** Whether the previous line was empty. */
  isAfterBlank: boolean;
  /** Lines in capitals before the first entry are the letterhead and the title: they have no children. */
  isLetterhead: boolean;
  /** For each banner, its last position and how many blocks were searched for it. */
  readonly banners: Map<string, { readonly at: number; readonly until: number }>;
};

/** An empty outline. */
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

/** Whether a line introduces the following ones. */
export const introduces = (line: string): boolean => introduction.test(line);

/** Adds a line to a block. */
export const addLine = (outline: OpenOutline, block: OpenBlock, { text, place }: Line): void => {
  block.lines.push(text);
  block.places.push(place);
  if (block.kind === 'paragraph' && block === outline.blocks.at(-1) && introduces(text))
    outline.introduction = outline.blocks.length - 1;
};
