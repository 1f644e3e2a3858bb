import { type UnreachedPlace, unreachedPlaces } from '../../domain/privacy/subject-events.ts';
import type { Database } from '../../ports/database.ts';

/** The places that an erasure does not reach. The embedded database discards its write-ahead log; a server does not. */
export const unreachedPlacesOf = (kind: Database['kind']): readonly UnreachedPlace[] =>
  unreachedPlaces.filter((place) => kind === 'server' || place !== 'write_ahead_log_of_the_server');
