import type { DocumentRow } from './entity.ts';

/** A document of the catalogue as the API shows it. `revision` is its ETag; instants are ISO 8601 UTC. */
export type DocumentDto = Readonly<Omit<DocumentRow, 'withdrawnThrough'>>;

/** A row as the API shows it. */
export const toDocumentDto = ({ withdrawnThrough: _, ...shown }: DocumentRow): DocumentDto => shown;
