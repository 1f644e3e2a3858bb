/** The kind of a concept. */
export type ConceptKind =
  | 'drug'
  | 'condition'
  | 'procedure'
  | 'finding'
  | 'route'
  | 'population'
  | 'equipment'
  | 'operations';

/** The code of a concept in a standard terminology. */
export type ConceptCode = {
  readonly system: 'RxNorm' | 'ATC' | 'ICD-10-CM' | 'SNOMED CT' | 'LOINC';
  readonly code: string;
};

/** A row of the concept tables in `tables/`, whose heads explain the columns. */
export type ConceptRow = {
  readonly name: string;
  readonly kind: ConceptKind;
  readonly names: readonly string[];
  readonly inQuestions: readonly string[];
  readonly asWritten: readonly string[];
  readonly inCapitals: readonly string[];
  readonly sortOf: readonly string[];
  readonly broader: readonly string[];
  readonly code?: ConceptCode;
};

/** A dose that is evidence for a meaning. */
export type SenseDose = {
  /** As `tokenize` writes it: `mg`, `g/h`, `ml/kg`. */
  readonly unit: string;
  readonly from?: number;
  readonly to?: number;
};

/** One meaning of an ambiguous abbreviation, with the evidence for it. */
export type SenseRow = {
  readonly abbreviation: string;
  readonly expansion: string;
  readonly usual: boolean;
  readonly onlyInCapitals: boolean;
  /**
   * Beginnings of words anywhere in the question. Cues of up to three letters, or with a point, are whole words; `#mg`
   * is an amount of that unit, `#` a bare number.
   */
  readonly cues: readonly string[];
  /** Like `cues`, for words that do not decide alone: "Ms. Jones has pain" is no reason to give morphine. */
  readonly weakCues: readonly string[];
  /** Like `cues`, for the adjacent words, which are stronger evidence. */
  readonly cuesBefore: readonly string[];
  readonly cuesAfter: readonly string[];
  /** Doses next to the abbreviation that no other drug has. */
  readonly doses: readonly SenseDose[];
};
