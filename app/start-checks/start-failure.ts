import { Failure, failure } from '../../domain/kernel/failure.ts';
import { dataDirectoryFailure } from '../../infra/installation/data-directory/open-data-directory.ts';
import { systemCodeOf } from '../../infra/installation/data-directory/small-files.ts';
import type { Configuration } from '../configuration/configuration.ts';

/** The parts of a database URL that may be shown, which never include the password. */
type Place = { readonly at: string; readonly user: string; readonly name: string };

const placeOf = (databaseUrl: string): Place => {
  const url = URL.parse(databaseUrl);
  const host = url?.hostname || 'localhost';
  return {
    at: `${host}:${url?.port || '5432'}`,
    user: decodeURIComponent(url?.username ?? '') || 'of this system',
    name: decodeURIComponent(url?.pathname.slice(1) ?? '') || 'of that name',
  };
};

/** Errors of PostgreSQL (by SQLSTATE) and the network, explained to the operator. */
const databaseCauses: Readonly<Record<string, (place: Place) => string>> = {
  ECONNREFUSED: ({ at }) => `The database server at ${at} refuses connections. Is it running?`,
  ECONNRESET: ({ at }) =>
    `The database server at ${at} closed the connection. Is it PostgreSQL, and running?`,
  ETIMEDOUT: ({ at }) =>
    `The database server at ${at} does not answer. Is it running, and not blocked by a firewall?`,
  EHOSTUNREACH: ({ at }) => `The database server at ${at} cannot be reached over the network.`,
  ENETUNREACH: ({ at }) => `The database server at ${at} cannot be reached over the network.`,
  ENOTFOUND: ({ at }) => `The host of the database server, ${at}, cannot be resolved.`,
  EAI_AGAIN: ({ at }) => `The host of the database server, ${at}, cannot be resolved.`,
  '28P01': ({ at, user }) => `The database server at ${at} rejects the password of the user ${user}.`,
  '28000': ({ at, user }) => `The database server at ${at} does not allow the user ${user} to log in.`,
  '3D000': ({ at, name }) => `There is no database ${name} on the server at ${at}. Create it first.`,
  '42501': ({ name, user }) =>
    `The user ${user} lacks privileges in the database ${name}. Make it the owner of the database.`,
  '25006': ({ name }) => `The database ${name} is read-only. Is it a standby?`,
  '53100': ({ at }) => `The disk of the database server at ${at} is full.`,
  '53300': ({ at }) => `The database server at ${at} has no free connections.`,
  '57P03': ({ at }) => `The database server at ${at} is starting or stopping. Try again in a moment.`,
};

const databaseTexts: readonly (readonly [RegExp, string])[] = [
  [/timeout/i, 'ETIMEDOUT'],
  [/connection terminated/i, 'ECONNRESET'],
];

const TLS = /SSL|certificate|self.signed|TLS/i;

const databaseSentence = (error: Error, databaseUrl: string): string | undefined => {
  const place = placeOf(databaseUrl);
  const byCode = databaseCauses[systemCodeOf(error) ?? ''];
  if (byCode) return byCode(place);
  if (TLS.test(error.message))
    return `The TLS connection to the database server at ${place.at} failed (${error.message}).`;
  const known = databaseTexts.find(([text]) => text.test(error.message));
  return known && databaseCauses[known[1]]?.(place);
};

const pathOf = (error: Error): string | undefined =>
  'path' in error && typeof error.path === 'string' ? error.path : undefined;

/**
 * Explains the cause of a failed start in one sentence if an operator can fix it. Returns every other error unchanged, for
 * developers.
 */
export const startFailure = (error: unknown, { databaseUrl, dataDir }: Configuration): unknown => {
  if (!(error instanceof Error)) return error;
  // The adapter calls every lost connection "unavailable, try again"; at the start its cause says more.
  const original = error instanceof Failure && error.cause instanceof Error ? error.cause : error;
  if (pathOf(original) !== undefined) return dataDirectoryFailure(dataDir, error);
  if (databaseUrl !== undefined && (!(error instanceof Failure) || error.reason.component === 'database')) {
    const sentence = databaseSentence(original, databaseUrl);
    if (sentence !== undefined)
      return new Failure(
        failure('unavailable', `${sentence} Check DATABASE_URL.`, { component: 'database' }),
        { cause: original },
      );
  }
  return error;
};
