import type { DocumentVersionRow } from './entity.ts';

/** A version of a document as the API shows it; instants are ISO 8601 UTC. */
export type DocumentVersionDto = Readonly<Omit<DocumentVersionRow, 'versionKey' | 'subject'>>;

/** A row as the API shows it. */
export const toDocumentVersionDto = ({
  versionKey: _,
  subject: __,
  ...shown
}: DocumentVersionRow): DocumentVersionDto => shown;
