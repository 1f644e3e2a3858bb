import type { QueryRow } from './entity.ts';

/** A question with its answer as the API shows it. `revision` is its ETag; instants are ISO 8601 UTC. */
export type QueryDto = Readonly<Omit<QueryRow, 'askedPosition' | 'subject'>>;

/** A row as the API shows it. */
export const toQueryDto = ({ askedPosition: _, subject: __, ...shown }: QueryRow): QueryDto => shown;
