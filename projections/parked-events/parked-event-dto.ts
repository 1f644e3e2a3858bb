import type { ParkedEventRow } from './entity.ts';

/** A parked event as the API shows it; instants are ISO 8601 UTC. */
export type ParkedEventDto = Readonly<Omit<ParkedEventRow, 'parkedKey' | 'parkedPosition'>>;

/** A row as the API shows it. */
export const toParkedEventDto = ({
  parkedKey: _,
  parkedPosition: __,
  ...shown
}: ParkedEventRow): ParkedEventDto => shown;
