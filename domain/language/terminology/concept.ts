import type { ConceptCode, ConceptKind, ConceptRow } from './table-rows.ts';

/** A medical concept with all its names. */
export type Concept = {
  /** The preferred name; also the identity. */
  readonly name: string;
  readonly kind: ConceptKind;
  /** Other names: generic and brand names, abbreviations, lay terms. */
  readonly also: readonly string[];
  /** Names that mean this concept in a question, but too often something else in a document. */
  readonly onlyInQuestions: readonly string[];
  /** The names that match only in this exact form, because words of the same stem mean something else. */
  readonly asWritten: ReadonlySet<string>;
  /** The names that match only in capitals. */
  readonly inCapitals: ReadonlySet<string>;
  /**
   * Preferred names of concepts that this one is a kind, strength or product of, or contains: a text that names this
   * one names them too, but not the reverse.
   */
  readonly sortOf: readonly string[];
  /** Preferred names of broader concepts, to which this one belongs or under which it is treated. */
  readonly broader: readonly string[];
  readonly code?: ConceptCode;
};

/** Builds the concept of a row. */
export const conceptOf = ({ names, inQuestions, asWritten, inCapitals, ...same }: ConceptRow): Concept => ({
  ...same,
  also: names,
  onlyInQuestions: inQuestions,
  asWritten: new Set(asWritten),
  inCapitals: new Set(inCapitals),
});
