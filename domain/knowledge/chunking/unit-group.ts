import type { TextSpan } from '../../clinical-text/text-span.ts';
import type { RowPlace } from './table-outline.ts';

/** The smallest part of a chunk: a heading, a sentence, a list item, a table row. */
export type TextUnit = TextSpan & {
  readonly size: number;
  /** True for the rest of a step, a row or a sentence that was too long; false for a separate line. */
  readonly isRest: boolean;
  /** The place of a table row; absent for rows of the head and for units above or below the table. */
  readonly place?: RowPlace;
  /** The text that makes the rest of an overlong row a complete row: its key, and marks for the cells between. */
  readonly resumes?: string;
};

/** An earlier line that governs a table. */
export type Banner = {
  readonly text: string;
  /**
   * True when it states the patients that the table applies to: it is dropped only where it leaves no room for a row.
   */
  readonly statesPatients: boolean;
};

/** The context that makes a part of a table understandable without the others. */
export type TableFacts = {
  /** Earlier lines that govern it, outermost first. */
  readonly banners: readonly Banner[];
  /** The number of the group's units above the table: its heading, its caption, the sentence that introduces it. */
  readonly above: number;
  /** The number of the group's units that form the table's head. */
  readonly headUnits: number;
  /** Its head with the rule below, as a later part repeats it; empty without a head. */
  readonly head: string;
};

/** Units that stay together: a heading with the first sentence below it, a list of steps, a table. */
export type UnitGroup = {
  readonly units: readonly TextUnit[];
  readonly sectionPath: readonly string[];
  readonly opensSection: boolean;
  readonly table?: TableFacts;
};
