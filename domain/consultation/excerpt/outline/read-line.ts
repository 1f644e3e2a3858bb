import type { LinePlace } from './block.ts';

/** A line of a document with the place at which it was read. */
export type Line = {
  readonly text: string;
  readonly place: LinePlace;
  /** Spaces before it: a list item further in belongs to the one above it. */
  readonly indent?: number;
  /** Whether it is of a paragraph that leads to the bullets right below it. */
  readonly leadsList?: boolean;
};

/** Lines with the banners that come before them in their passage and rule its tables, though they were read before. */
export type ReadLine = Line & {
  readonly leads?: readonly string[];
  /** Whether it names the list right below it. */
  readonly isLabel?: boolean;
  /** Whether an entry of a list comes right below it. */
  readonly isAboveEntry?: boolean;
};
