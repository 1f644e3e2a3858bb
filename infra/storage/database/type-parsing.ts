import pg from 'pg';
import { Failure, failure } from '../../../domain/kernel/failure.ts';

const OID = { int8: 20, numeric: 1700, date: 1082, timestamptz: 1184 } as const;

const isIso = /^\d{4,6}-\d\d-\d\d /;

/**
 * Rejects a timestamp in another style than ISO 8601. JavaScript would accept most, and exchange the day with the month.
 */
const instantOf = (value: string): string => {
  if (isIso.test(value)) return new Date(value).toISOString();
  throw new Failure(
    failure(
      'unavailable',
      'The database server writes dates in an unknown style. Set DateStyle to ISO for the user and database of DATABASE_URL.',
      { component: 'database', retryAfter: 30 },
    ),
  );
};

const parsers = new Map<number, (value: string) => unknown>([
  [OID.int8, Number],
  [OID.numeric, Number],
  [OID.date, (value) => value],
  [OID.timestamptz, instantOf],
]);

/** Parses values like the embedded database: exact numbers, ISO 8601 instants, plain dates. */
export const typeParsing: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
};
