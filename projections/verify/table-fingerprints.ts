import { z } from 'zod';
import type { SqlSession } from '../../ports/database.ts';

/** A table of a generation, from the database catalogue. */
export type VerifiedTable = {
  readonly table: string;
  readonly key: readonly string[];
  /** The columns to compare, with their types. */
  readonly columns: readonly { readonly column: string; readonly type: string }[];
};

/** A row's key, with a digest of each compared column; null when the column is null. */
export type RowFingerprint = { readonly key: string; readonly digests: readonly (string | null)[] };

const tablesSql = `
  select c.relname as "table",
         coalesce((select array_agg(a.attname::text order by k.place)
                     from pg_constraint p
                     cross join lateral unnest(p.conkey) with ordinality as k (number, place)
                     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
                    where p.conrelid = c.oid and p.contype = 'p'), '{}') as key,
         (select json_agg(json_build_object('column', a.attname, 'type', format_type(a.atttypid, null)) order by a.attname)
            from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = $1 and c.relkind = 'r' order by c.relname`;

const tableRow = z.object({
  table: z.string(),
  key: z.array(z.string()),
  columns: z.array(z.object({ column: z.string(), type: z.string() })),
});

/** The tables of a schema with keys and columns, ordered by name. */
export const tablesOf = async (session: SqlSession, schema: string): Promise<readonly VerifiedTable[]> =>
  (await session.query(tablesSql, [schema])).map((row) => tableRow.parse(row));

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The fingerprinted rows: those of the live generation, or the re-folded ones. */
export type Side = 'live' | 'folded';

/** The table of fingerprints in the scratch schema; no table of a projection has such a name. */
const fingerprintTable = (scratch: string, side: Side, table: string): string =>
  `${quoted(scratch)}.${quoted(`${side} rows of ${table}`)}`;

/** A row's key as text. Rows without a key are identified by their content, equal ones also by a number. */
const keyExpression = ({ key }: VerifiedTable): string =>
  key.length === 0
    ? `md5(t::text) || '#' || row_number() over (partition by md5(t::text))`
    : key.length === 1
      ? key.map((column) => `t.${quoted(column)}::text`).join('')
      : `json_build_array(${key.map((column) => `t.${quoted(column)}`).join(', ')})::text`;

const digestsExpression = ({ columns }: VerifiedTable): string =>
  `array[${columns.map(({ column }) => `md5(t.${quoted(column)}::text)`).join(', ')}]::text[]`;

/**
 * Stores the fingerprints of a table's rows in the session's snapshot. They are kept in the database's scratch
 * schema, at a fraction of the rows' size, so that neither memory nor a long transaction holds them.
 */
export const storeFingerprints = async (
  session: SqlSession,
  table: VerifiedTable,
  { side, schema, scratch }: { readonly side: Side; readonly schema: string; readonly scratch: string },
): Promise<void> => {
  const target = fingerprintTable(scratch, side, table.table);
  await session.query(
    `create table ${target} as
     select (${keyExpression(table)}) collate "C" as key, ${digestsExpression(table)} as digests
       from ${quoted(schema)}.${quoted(table.table)} t`,
  );
  await session.query(`create index on ${target} (key)`);
};

const PAGE = 500;
const fingerprintRow = z.object({ key: z.string(), digests: z.array(z.string().nullable()) });

/** The stored fingerprints of a table, ordered by the bytes of their keys, page by page. */
export async function* readFingerprints(
  session: SqlSession,
  side: Side,
  scratch: string,
  { table }: VerifiedTable,
): AsyncGenerator<RowFingerprint> {
  let after: string | null = null;
  for (;;) {
    const rows = await session.query(
      `select key, digests from ${fingerprintTable(scratch, side, table)}
        where $1::text is null or key > $1::text order by key limit ${PAGE}`,
      [after],
    );
    const fingerprints = rows.map((row) => fingerprintRow.parse(row));
    yield* fingerprints;
    const last = fingerprints.at(-1);
    if (!last || fingerprints.length < PAGE) return;
    after = last.key;
  }
}
