import { versionWarnings } from '../version-warnings.ts';
import type { DocumentRow } from './entity.ts';
import { type FoldedValues, foldedColumns } from './folded-columns.ts';

/** A document of the catalogue as the API shows it. `revision` is its ETag; instants are ISO 8601 UTC. */
export type DocumentDto = Readonly<
  Omit<
    DocumentRow,
    'withdrawnThrough' | 'subject' | 'clean' | 'contentDigest' | 'leftOut' | keyof FoldedValues
  >
> & {
  /** What a person should know of the newest version although nothing failed. */
  readonly warnings: readonly string[];
};

/** A row as the API shows it. */
export const toDocumentDto = ({
  withdrawnThrough: _,
  subject: __,
  clean: ___,
  contentDigest: ____,
  leftOut,
  ...row
}: DocumentRow): DocumentDto => {
  const shown = { ...row, warnings: versionWarnings({ withheld: row.withheld, leftOut }) };
  for (const column of Object.keys(foldedColumns)) Reflect.deleteProperty(shown, column);
  return shown;
};
