import type { ClinicalContext } from '../../../domain/consultation/clinical-context.ts';
import type { DocumentMetadata } from '../../../domain/knowledge/document-metadata.ts';

/** Kinds of mistakes; the evaluation counts each. */
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

/** A document written for a trap, of a fictitious agency. */
export type TrapDocument = {
  /** Its extension determines the format. */
  readonly fileName: string;
  readonly content: string | Uint8Array;
  readonly metadata?: Partial<DocumentMetadata>;
  /** Marks its pages as read by OCR with this confidence. */
  readonly ocrConfidence?: number;
};

/** Words to be found in an answer, ignoring case, blanks and layout marks; or a pattern for the literal text. */
export type ExpectedText = string | RegExp;

/** A value that may be shown only with all of its labels. */
export type Labelled = {
  readonly value: ExpectedText;
  /** In its line, the heads of its column and table, or its introductory lines. */
  readonly by: readonly ExpectedText[];
};

/** The expectations for an answer, all of which must hold. */
export type TrapExpectation = {
  /** Occurs in a quotation. */
  readonly quotes?: readonly ExpectedText[];
  /** Occurs nowhere in the answer. */
  readonly never?: readonly ExpectedText[];
  /** Each value is shown, always with its labels. */
  readonly shows?: readonly Labelled[];
  /** Wherever a value is shown, it has its labels. */
  readonly onlyWith?: readonly Labelled[];
  /** The first of each pair is quoted before the second. */
  readonly before?: readonly (readonly [ExpectedText, ExpectedText])[];
  /** Occurs in a warning or a quotation, where a reader sees it. */
  readonly warns?: readonly ExpectedText[];
  /** Occurs before the first quotation, where the answer reports what is missing. */
  readonly remarks?: readonly ExpectedText[];
  /** The file cited first. */
  readonly citesFirst?: string;
  readonly citesNever?: readonly string[];
  /** The only page that the citation of a quoted line names. */
  readonly onPage?: readonly { readonly line: ExpectedText; readonly page: number }[];
};

/** Documents, a question about them, and the requirements for a safe answer. */
export type Trap = {
  /** A sentence about the answer. */
  readonly name: string;
  readonly kind: TrapKind;
  readonly documents: readonly TrapDocument[];
  readonly question: string;
  /** The known facts about the patient of the conversation. */
  readonly context?: ClinicalContext;
  /** Earlier questions of the conversation. */
  readonly asked?: readonly string[];
  readonly expects: TrapExpectation;
};
