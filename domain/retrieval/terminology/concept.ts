/** What sort of thing a concept is. */
export type ConceptKind =
  | 'drug'
  | 'condition'
  | 'procedure'
  | 'finding'
  | 'route'
  | 'population'
  | 'equipment'
  | 'operations';

/** A thing of medicine with all the names it goes by. */
export type Concept = {
  /** The preferred name; also the identity. */
  readonly name: string;
  readonly kind: ConceptKind;
  /** Other names: generic and brand names, abbreviations, lay terms. */
  readonly also: readonly string[];
  /** Names that mean this concept in a question, but too often something else in a document. */
  readonly onlyInQuestions: readonly string[];
  /** Concepts that this one belongs to or is dealt with under, by their preferred names. */
  readonly broader: readonly string[];
};

/** A row of a terminology table: preferred name, other names, broader concepts; lists are separated by commas. */
export type ConceptRow = readonly [name: string, also?: string, broader?: string];

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/**
 * Reads the rows of a table. A name after `?` counts only in questions ("code" for cardiac arrest); a name after `^`
 * counts only in capitals ("IN" for intranasal).
 */
export const conceptsOf = (kind: ConceptKind, rows: readonly ConceptRow[]): readonly Concept[] =>
  rows.map(([name, also = '', broader = '']) => {
    const names = listOf(also);
    return {
      name,
      kind,
      also: names.filter((entry) => !entry.startsWith('?')),
      onlyInQuestions: names.filter((entry) => entry.startsWith('?')).map((entry) => entry.slice(1)),
      broader: listOf(broader),
    };
  });
