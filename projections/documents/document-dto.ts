import type { DocumentRow } from './entity.ts';

/** A document of the catalogue as the API shows it. `revision` is its ETag; instants are ISO 8601 UTC. */
export type DocumentDto = Readonly<
  Omit<DocumentRow, 'withdrawnThrough' | 'foldedTitle' | 'foldedDoi' | 'foldedProtocolNumber'>
>;

/** A row as the API shows it. */
export const toDocumentDto = ({
  withdrawnThrough: _,
  foldedTitle: _title,
  foldedDoi: _doi,
  foldedProtocolNumber: _number,
  ...shown
}: DocumentRow): DocumentDto => shown;
