import type { QueryLogRow } from './entity.ts';

/** How one question or search was served, as the API shows it. Instants are ISO 8601 UTC. */
export type QueryLogDto = Readonly<Omit<QueryLogRow, 'askedPosition'>>;

/** A row as the API shows it. */
export const toQueryLogDto = ({ askedPosition: _, ...shown }: QueryLogRow): QueryLogDto => shown;
