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

/** A code of a concept in a terminology that others use too. */
export type ConceptCode = {
  readonly system: 'RxNorm' | 'ATC' | 'ICD-10-CM' | 'SNOMED CT' | 'LOINC';
  readonly code: string;
};

/** A concept as the tables in `tables/` list it; their heads explain the columns. */
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

/** One meaning of an ambiguous abbreviation, and what around it speaks for it. */
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
  /** The same of words that do not decide alone: "Ms. Jones has pain" gives no one morphine. */
  readonly weakCues: readonly string[];
  /** The same of the words right before and right after, which say more. */
  readonly cuesBefore: readonly string[];
  readonly cuesAfter: readonly string[];
  /** Doses that stand by it and are no other drug's. */
  readonly doses: readonly SenseDose[];
};
