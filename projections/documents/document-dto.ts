import type { DocumentRow } from './entity.ts';
import { type FoldedValues, foldedColumns } from './folded-columns.ts';

/** A document of the catalogue as the API shows it. `revision` is its ETag; instants are ISO 8601 UTC. */
export type DocumentDto = Readonly<
  Omit<DocumentRow, 'withdrawnThrough' | 'subject' | 'clean' | 'contentDigest' | keyof FoldedValues>
>;

/** A row as the API shows it. */
export const toDocumentDto = ({
  withdrawnThrough: _,
  subject: __,
  clean: ___,
  contentDigest: ____,
  ...row
}: DocumentRow): DocumentDto => {
  const shown = { ...row };
  for (const column of Object.keys(foldedColumns)) Reflect.deleteProperty(shown, column);
  return shown;
};
