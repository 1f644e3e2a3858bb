import type { Band } from './column-bands.ts';
import type { Box } from './page-character.ts';
import type { Segment } from './page-lines.ts';

/** A table without ruled cells: its rows of cells, its columns, and its segments. */
export type OpenTable = Box & {
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly Band[];
  readonly segments: readonly Segment[];
};
