import type { TextSpan } from '../../clinical-text/text-span.ts';
import type { RowPlace } from './table-outline.ts';

/** The smallest thing that a chunk is made of: a heading, a sentence, a list item, a table row. */
export type TextUnit = TextSpan & {
  readonly size: number;
  /** Whether it is the rest of a step, a row or a sentence that was too long; a separate line is none. */
  readonly isRest: boolean;
  /** What a row of a table is under; rows of its head and what is above or below it have none. */
  readonly place?: RowPlace;
  /** What to write before the rest of a row that was too long, so that it is a row: its key, and marks for the cells between. */
  readonly resumes?: string;
};

/** A line from before a table that rules it. */
export type Banner = {
  readonly text: string;
  /** Whether it says for which patients the table holds: such a row is not left out where there is room for a row. */
  readonly forWhom: boolean;
};

/** What a part of a table needs to be understood without the others. */
export type TableFacts = {
  /** Lines further up that rule it, outermost first. */
  readonly banners: readonly Banner[];
  /** How many of the group's units are above the table: its heading, its caption, the sentence that introduces it. */
  readonly above: number;
  /** How many of the group's units are the table's head. */
  readonly headUnits: number;
  /** Its head with the rule below it, as a later part repeats it; empty where there is none. */
  readonly head: string;
};

/** Units that stay together: a heading with the first sentence below it, a list of steps, a table. */
export type UnitGroup = {
  readonly units: readonly TextUnit[];
  readonly sectionPath: readonly string[];
  readonly opensSection: boolean;
  readonly table?: TableFacts;
};
