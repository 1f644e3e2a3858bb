import type { ContentType } from '../knowledge/chunk.ts';
import type { CertainProperty, PassageProperty, PropertyValue } from '../knowledge/property-uses.ts';
import type { SectionRole } from '../knowledge/sections/section-role.ts';
import type { Recommendation } from './recommendations/recommendation.ts';

/** What a passage says of its document. */
type DocumentOfPassage = {
  readonly [Name in Extract<PassageProperty, CertainProperty>]: PropertyValue<Name>;
} & {
  readonly [Name in Exclude<PassageProperty, CertainProperty>]?: PropertyValue<Name> | undefined;
};

/** A chunk together with what is known about its document: what the indexes hold and what a search returns. */
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
  /** What its section is there for, where anything shows it; an index made before this was kept has none. */
  readonly sectionRole?: SectionRole;
  readonly isTable: boolean;
  /** 1-based. */
  readonly firstPage: number;
  readonly lastPage: number;
  /** Length in cl100k_base tokens. An index made before these four were kept has none of them. */
  readonly tokens?: number;
  /** Character span in the cleaned text of the whole document, end exclusive. */
  readonly start?: number;
  readonly end?: number;
  /** Where in the cleaned text another page begins, and how well OCR read it; see `chunk.ts`. */
  readonly pageBreaks?: readonly number[];
  readonly ocrConfidence?: number;
  /** Numbers of its figures, and whether it is the text of a flow chart; see `chunk.ts`. */
  readonly figures?: readonly number[];
  readonly flowChart?: true;
  /** ISO 8601 instant at which the version became complete. */
  readonly indexedAt?: string;
  /** Whether its document is known to hold PHI: none of its text may leave the premises. */
  readonly phi: boolean;
  /** The rules by which its document was screened when it was indexed, where they found no patient in it. */
  readonly clearBy?: string;
  /** What it names, see `drugs-named.ts`. */
  readonly drugs: readonly string[];
  /** Its graded statements, where it has any. */
  readonly recommendations?: readonly Recommendation[];
};

/** The id of a chunk. Contains no PHI: it is made of the document key and numbers. */
export const chunkIdOf = (docKey: string, version: number, index: number): string =>
  `${docKey}@${version}#${index}`;

/** The key of the document that a chunk belongs to. */
export const docKeyOfChunk = (chunkId: string): string => chunkId.slice(0, chunkId.lastIndexOf('@'));
