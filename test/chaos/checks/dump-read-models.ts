import type { Database } from '../../../ports/database.ts';
import { generationSchema } from '../../../projections/runner/projection-definition.ts';
import type { Json } from '../load/chaos-client.ts';

/** The rows of every table of the live generations, as sorted text, by projection and table. */
type Dump = ReadonlyMap<string, readonly string[]>;

/** The live generation of each projection, from the list of projections. */
export const liveGenerations = (followers: readonly Json[]): ReadonlyMap<string, number> =>
  new Map(
    followers
      .filter(({ kind }) => kind === 'projection')
      .map(({ name, generation }) => [String(name), Number(generation)]),
  );

/** Dumps the read models up to a position of the log; rows of later events are excluded. */
export const dumpReadModels = async (
  database: Database,
  live: ReadonlyMap<string, number>,
  through: number,
): Promise<Dump> => {
  const dump = new Map<string, readonly string[]>();
  for (const [projection, generation] of live) {
    const schema = generationSchema(projection, generation);
    const tables = await database.query(
      `select t.table_name as name, exists (
         select 1 from information_schema.columns c
          where c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name = 'position'
       ) as placed
       from information_schema.tables t where t.table_schema = $1 order by 1`,
      [schema],
    );
    for (const { name, placed } of tables) {
      const rows = await database.query(
        `select t::text as row from "${schema}"."${String(name)}" t ${placed === true ? `where t.position <= ${through}` : ''} order by 1`,
      );
      dump.set(
        `${projection}.${String(name)}`,
        rows.map(({ row }) => String(row)),
      );
    }
  }
  return dump;
};

/** Drops every read model and index. */
export const dropReadModels = async (database: Database): Promise<void> => {
  const schemas = await database.query(
    `select nspname as name from pg_namespace where nspname ~ '_g[0-9]+$'`,
  );
  for (const { name } of schemas) await database.execute(`drop schema "${String(name)}" cascade`);
  await database.execute('truncate projections.generations');
};

const shortened = (row: string | undefined): string => (row === undefined ? 'no row' : row.slice(0, 300));

/** The content of a row with a destroyed key, unless it is empty by now. */
const ERASED = '[erased]';
/** The prefix of a sealed column. */
const SEALED = 'v1:';

type RowPair = { readonly old: string | undefined; readonly fresh: string | undefined };

const rowPairs = (old: readonly string[], fresh: readonly string[]): readonly RowPair[] => {
  const inOld = new Set(old);
  const inFresh = new Set(fresh);
  const gone = old.filter((row) => !inFresh.has(row));
  const come = fresh.filter((row) => !inOld.has(row));
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => ({
    old: gone[index],
    fresh: come[index],
  }));
};

type Subjects = ReadonlyMap<string, unknown>;

/** An older row keeps data that a replay cannot read, because the key of its subject was destroyed in between. */
const wasErased = ({ old, fresh }: RowPair, destroyed: Subjects): boolean => {
  if (old === undefined || fresh === undefined) return false;
  const losesWhatWasSealed = old.includes(SEALED) && !fresh.includes(SEALED);
  return (
    fresh.includes(ERASED) ||
    (losesWhatWasSealed && [...destroyed.keys()].some((subject) => fresh.includes(`,${subject},`)))
  );
};

/** Rows that kept erased content until they were rebuilt. */
export const countErased = (before: Dump, after: Dump, destroyed: Subjects): number =>
  [...before].flatMap(([table, rows]) =>
    rowPairs(rows, after.get(table) ?? []).filter((pair) => wasErased(pair, destroyed)),
  ).length;

/** Names the first difference of each table, ignoring data erased in between. */
export const compareDumps = (before: Dump, after: Dump, destroyed: Subjects): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((table) => {
    const old = before.get(table);
    const fresh = after.get(table);
    if (!old || !fresh) return [`${table} is there only ${old ? 'before' : 'after'} the replay`];
    const different = rowPairs(old, fresh).find((pair) => !wasErased(pair, destroyed));
    return different === undefined
      ? []
      : [
          `${table} (${old.length} and ${fresh.length} rows): ${shortened(different.old)} <> ${shortened(different.fresh)}`,
        ];
  });
