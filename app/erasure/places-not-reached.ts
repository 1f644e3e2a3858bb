import { type UnreachedPlace, unreachedPlaces } from '../../domain/privacy/subject-events.ts';
import type { Database } from '../../ports/database.ts';

/** What an erasure does not reach: the embedded database is rid of its write-ahead log, a server is not. */
export const placesNotReachedFrom = (kind: Database['kind']): readonly UnreachedPlace[] =>
  unreachedPlaces.filter((place) => kind === 'server' || place !== 'write_ahead_log_of_the_server');
