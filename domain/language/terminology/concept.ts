import type { ConceptCode, ConceptKind, ConceptRow } from './table-rows.ts';

/** A thing of medicine with all the names it goes by. */
export type Concept = {
  /** The preferred name; also the identity. */
  readonly name: string;
  readonly kind: ConceptKind;
  /** Other names: generic and brand names, abbreviations, lay terms. */
  readonly also: readonly string[];
  /** Names that mean this concept in a question, but too often something else in a document. */
  readonly onlyInQuestions: readonly string[];
  /** Those of its names that count in this very form alone, because words of the same stem mean something else. */
  readonly asWritten: ReadonlySet<string>;
  /** Those of its names that count in capitals alone. */
  readonly inCapitals: ReadonlySet<string>;
  /**
   * Concepts that this one is a sort, strength or product of, or holds, by their preferred names: a text that names it
   * names them, too, but not the reverse.
   */
  readonly sortOf: readonly string[];
  /** Concepts that this one belongs to or is dealt with under, by their preferred names. */
  readonly broader: readonly string[];
  readonly code?: ConceptCode;
};

/** The concept of a row. */
export const conceptOf = ({ names, inQuestions, asWritten, inCapitals, ...same }: ConceptRow): Concept => ({
  ...same,
  also: names,
  onlyInQuestions: inQuestions,
  asWritten: new Set(asWritten),
  inCapitals: new Set(inCapitals),
});
