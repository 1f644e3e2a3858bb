import type { ContentType } from '../knowledge/chunk.ts';
import type { CertainProperty, PassageProperty, PropertyValue } from '../knowledge/property-uses.ts';
import type { SectionRole } from '../knowledge/sections/section-role.ts';
import type { Recommendation } from './recommendations/recommendation.ts';

/** The properties of its document that a passage carries. */
type DocumentOfPassage = {
  readonly [Name in Extract<PassageProperty, CertainProperty>]: PropertyValue<Name>;
} & {
  readonly [Name in Exclude<PassageProperty, CertainProperty>]?: PropertyValue<Name> | undefined;
};

/** A chunk with the properties of its document: the unit that the indexes hold and a search returns. */
export type Passage = DocumentOfPassage & {
  /** `<docKey>@<version>#<index>`. */
  readonly chunkId: string;
  readonly docKey: string;
  readonly version: number;
  readonly index: number;
  readonly fileName: string;
  readonly sectionPath: readonly string[];
  readonly text: string;
  readonly contentType: ContentType;
  /** The role of its section, where anything shows it; absent from indexes built before this was stored. */
  readonly sectionRole?: SectionRole;
  readonly isTable: boolean;
  /** 1-based. */
  readonly firstPage: number;
  readonly lastPage: number;
  /** Length in cl100k_base tokens. Absent, like the next three, from indexes built before they were stored. */
  readonly tokens?: number;
  /** Character span in the cleaned text of the whole document, end exclusive. */
  readonly start?: number;
  readonly end?: number;
  /** The page breaks in the cleaned text, and the OCR confidence; see `chunk.ts`. */
  readonly pageBreaks?: readonly number[];
  readonly ocrConfidence?: number;
  /** Numbers of its figures, and the mark of a flow chart; see `chunk.ts`. */
  readonly figures?: readonly number[];
  readonly flowChart?: true;
  /** ISO 8601 instant at which the version became complete. */
  readonly indexedAt?: string;
  /** True when its document is known to hold PHI: its text must not leave the premises. */
  readonly phi: boolean;
  /** The screening rules that found no patient in its document at indexing. */
  readonly clearBy?: string;
  /** The drugs that it names; see `drugs-named.ts`. */
  readonly drugs: readonly string[];
  /** Its graded statements, if any. */
  readonly recommendations?: readonly Recommendation[];
};

/** The id of a chunk. Contains no PHI: it consists of the document key and numbers. */
export const chunkIdOf = (docKey: string, version: number, index: number): string =>
  `${docKey}@${version}#${index}`;

/** The key of the document that a chunk belongs to. */
export const docKeyOfChunk = (chunkId: string): string => chunkId.slice(0, chunkId.lastIndexOf('@'));
