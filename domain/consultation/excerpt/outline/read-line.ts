import type { LinePlace } from './block.ts';

/** A line of a document with its place. */
export type Line = {
  readonly text: string;
  readonly place: LinePlace;
  /** Its leading spaces: a more indented list item belongs to the one above it. */
  readonly indent?: number;
  /** Whether its paragraph introduces the bullets right below it. */
  readonly leadsList?: boolean;
  /** The parts of the section number that it names. */
  readonly section?: readonly string[];
};

/** Lines with the banners that their passage repeats above its tables. */
export type ReadLine = Line & {
  readonly leads?: readonly string[];
  /** Whether it names the list right below it. */
  readonly isLabel?: boolean;
  /** Whether an entry of a list comes right below it. */
  readonly isAboveEntry?: boolean;
};
