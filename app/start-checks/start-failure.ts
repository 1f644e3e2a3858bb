import { Failure, failure } from '../../domain/kernel/failure.ts';
import { dataDirectoryFailure } from '../../infra/installation/data-directory/open-data-directory.ts';
import { systemCodeOf } from '../../infra/installation/data-directory/small-files.ts';
import type { Configuration } from '../configuration/configuration.ts';

/** The parts of a database URL that may be shown: never the password. */
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

/** What PostgreSQL (SQLSTATE), the network and TLS say, in words for the operator. */
const databaseCauses: Readonly<Record<string, (place: Place) => string>> = {
  ECONNREFUSED: ({ at }) => `The database server at ${at} refuses connections: is it running?`,
  ECONNRESET: ({ at }) => `The database server at ${at} broke the connection: is it PostgreSQL, and running?`,
  ETIMEDOUT: ({ at }) => `The database server at ${at} does not answer: is it running, and not shut off?`,
  EHOSTUNREACH: ({ at }) => `The database server at ${at} cannot be reached over the network.`,
  ENETUNREACH: ({ at }) => `The database server at ${at} cannot be reached over the network.`,
  ENOTFOUND: ({ at }) => `The host of the database server, ${at}, cannot be resolved.`,
  EAI_AGAIN: ({ at }) => `The host of the database server, ${at}, cannot be resolved.`,
  '28P01': ({ at, user }) => `The database server at ${at} refuses the password of the user ${user}.`,
  '28000': ({ at, user }) => `The database server at ${at} does not let the user ${user} in.`,
  '3D000': ({ at, name }) => `There is no database ${name} on the server at ${at}: make it first.`,
  '42501': ({ name, user }) =>
    `The user ${user} has too few rights in the database ${name}: make it the owner of the database.`,
  '25006': ({ name }) => `The database ${name} is read-only: is it a standby?`,
  '53100': ({ at }) => `The disk of the database server at ${at} is full.`,
  '53300': ({ at }) => `The database server at ${at} has no connection free.`,
  '57P03': ({ at }) => `The database server at ${at} is starting or stopping: try again in a moment.`,
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
    return `The database server at ${place.at} and this program do not agree on encryption (${error.message}).`;
  const known = databaseTexts.find(([text]) => text.test(error.message));
  return known && databaseCauses[known[1]]?.(place);
};

const pathOf = (error: Error): string | undefined =>
  'path' in error && typeof error.path === 'string' ? error.path : undefined;

/**
 * The cause of a failed start, as one sentence where an operator can fix it; every other error unchanged, for
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
