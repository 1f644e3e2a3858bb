import type { Band } from './column-bands.ts';
import type { Box } from './page-character.ts';
import type { Segment } from './page-lines.ts';

/** A table whose cells are not ruled off: its rows of cells, and what of the page it is made of. */
export type OpenTable = Box & {
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly Band[];
  readonly segments: readonly Segment[];
};
