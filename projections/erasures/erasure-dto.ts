import type { ErasureRow } from './entity.ts';

/** A request to erase a data subject as the API shows it; instants are ISO 8601 UTC. */
export type ErasureDto = Readonly<Omit<ErasureRow, 'requestedPosition'>>;

/** A row as the API shows it. */
export const toErasureDto = ({ requestedPosition: _, ...shown }: ErasureRow): ErasureDto => shown;
