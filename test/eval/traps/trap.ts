import type { ClinicalContext } from '../../../domain/consultation/clinical-context.ts';
import type { DocumentMetadata } from '../../../domain/knowledge/document-metadata.ts';

/** What an answer can go wrong by; each has its count in the evaluation. */
export const trapKinds = [
  'chart',
  'threshold',
  'list',
  'prohibition',
  'maximum',
  'concentration',
  'contradiction',
  'population',
  'indication',
  'missing',
  'source mark',
  'page',
  'unit',
  'patient',
  'follow-up',
] as const;
type TrapKind = (typeof trapKinds)[number];

/** A document that was written for a trap. None of them is of an agency that exists. */
export type TrapDocument = {
  /** Its extension gives the format. */
  readonly fileName: string;
  readonly content: string | Uint8Array;
  readonly metadata?: Partial<DocumentMetadata>;
  /** Reads its pages as if OCR had, with this confidence. */
  readonly ocrConfidence?: number;
};

/**
 * Words that an answer says or does not say, whatever their case and the blanks and marks of layout between them; or a
 * pattern for the text as it is written.
 */
export type Said = string | RegExp;

/** A value that may be shown only where all of its labels are shown with it. */
export type Labelled = {
  readonly value: Said;
  /** In its line, the heads of its column and table, or the lines that lead to it. */
  readonly by: readonly Said[];
};

/** What an answer must be like. Everything that is named must hold. */
export type TrapExpectation = {
  /** Is in a quotation. */
  readonly quotes?: readonly Said[];
  /** Is nowhere in the answer. */
  readonly never?: readonly Said[];
  /** Each value is shown, and where it is shown it has its labels. */
  readonly shows?: readonly Labelled[];
  /** Where a value is shown it has its labels. */
  readonly onlyWith?: readonly Labelled[];
  /** The first of each pair is quoted before the second. */
  readonly before?: readonly (readonly [Said, Said])[];
  /** Is in a warning or in a quotation, so that a reader of the answer reads it. */
  readonly warns?: readonly Said[];
  /** Is before the first quotation, where the answer says what is missing. */
  readonly remarks?: readonly Said[];
  /** The file that is cited first. */
  readonly citesFirst?: string;
  readonly citesNever?: readonly string[];
  /** The page that the citation of a quoted line names, and no other. */
  readonly onPage?: readonly { readonly line: Said; readonly page: number }[];
};

/** Documents, a question about them, and what the answer must be like for no one to be hurt. */
export type Trap = {
  /** A sentence about the answer. */
  readonly name: string;
  readonly kind: TrapKind;
  readonly documents: readonly TrapDocument[];
  readonly question: string;
  /** What is known about the patient of the conversation. */
  readonly context?: ClinicalContext;
  /** What was asked in the conversation before. */
  readonly asked?: readonly string[];
  readonly expects: TrapExpectation;
};
