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
  /** Those of its names that count in this very form alone, because words of the same stem mean something else. */
  readonly asWritten: ReadonlySet<string>;
  /** Concepts that this one belongs to or is dealt with under, by their preferred names. */
  readonly broader: readonly string[];
};

/** A row of a terminology table: preferred name, other names, broader concepts; lists are separated by commas. */
export type ConceptRow = readonly [name: string, also?: string, broader?: string];

type Name = { readonly text: string; readonly onlyInQuestions: boolean; readonly asWritten: boolean };

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const nameOf = (entry: string): Name => {
  const [, marks = '', text = ''] = /^([?=]*)(.*)$/.exec(entry) ?? [];
  return { text, onlyInQuestions: marks.includes('?'), asWritten: marks.includes('=') };
};

const textsOf = (names: readonly Name[]): readonly string[] => names.map(({ text }) => text);

/**
 * Reads the rows of a table. A name after `?` counts only in questions ("code" for cardiac arrest), a name after `=`
 * only as it is written ("radiation", not "radiating"), a name after `^` only in capitals ("IN" for intranasal).
 */
export const conceptsOf = (kind: ConceptKind, rows: readonly ConceptRow[]): readonly Concept[] =>
  rows.map(([name, also = '', broader = '']) => {
    const names = listOf(also).map(nameOf);
    return {
      name,
      kind,
      also: textsOf(names.filter(({ onlyInQuestions }) => !onlyInQuestions)),
      onlyInQuestions: textsOf(names.filter(({ onlyInQuestions }) => onlyInQuestions)),
      asWritten: new Set(textsOf(names.filter(({ asWritten }) => asWritten))),
      broader: listOf(broader),
    };
  });
