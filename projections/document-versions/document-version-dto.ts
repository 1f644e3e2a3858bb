import { versionWarnings } from '../version-warnings.ts';
import type { DocumentVersionRow } from './entity.ts';

/** A version of a document as the API shows it; instants are ISO 8601 UTC. */
export type DocumentVersionDto = Readonly<Omit<DocumentVersionRow, 'versionKey' | 'subject' | 'leftOut'>> & {
  /** What a person should know of it although nothing failed. */
  readonly warnings: readonly string[];
};

/** A row as the API shows it. */
export const toDocumentVersionDto = ({
  versionKey: _,
  subject: __,
  leftOut,
  ...shown
}: DocumentVersionRow): DocumentVersionDto => ({
  ...shown,
  warnings: versionWarnings({ withheld: shown.withheld, leftOut }),
});
