import pg from 'pg';

const OID = { int8: 20, numeric: 1700, date: 1082, timestamptz: 1184 } as const;

const parsers = new Map<number, (value: string) => unknown>([
  [OID.int8, Number],
  [OID.numeric, Number],
  [OID.date, (value) => value],
  [OID.timestamptz, (value) => new Date(value).toISOString()],
]);

/** Parses values like the embedded database: exact numbers, ISO 8601 instants, plain dates. */
export const typeParsing: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
};
