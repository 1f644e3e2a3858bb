import type { EntityManager, EntitySchema } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/pglite';
import { openPgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import { createRowSealer } from '../../infra/storage/key-vault/row-sealer.ts';
import { keyedProjections } from '../../projections/all-projections.ts';
import type { ReadModelView } from '../../projections/read-model-reader.ts';
import { createTableSql, type TableShape, tableShapeOf } from '../../projections/runner/table-shape.ts';
import { createInMemoryKeyVault } from './in-memory-key-vault.ts';
import { newDatabaseDump } from './new-database.ts';

/** The SQL expressions that fill properties, where `n` is the number of the row and its position in the log. */
type Fillings = Readonly<Record<string, string>>;

/** Rows at the far end of every list that differ from the others: finding them must not read all others. */
const RARE = 20;

/** `rare` in the rows that a list reaches last, `usual` in the others. */
export const seldom = (rare: string, usual: string): string =>
  `case when n <= ${RARE} then ${rare} else ${usual} end`;

const defaultOf = (type: string): string => {
  if (type.startsWith('text[')) return `'{}'`;
  if (type.startsWith('text') || type.startsWith('varchar')) return `'value-' || n`;
  if (type.startsWith('json')) return `'[]'`;
  if (type.startsWith('bool')) return 'false';
  return 'n';
};

const fillSql = (
  { table, columns }: TableShape,
  schema: string,
  rows: number,
  fillings: Fillings,
): string => {
  const values = columns.map(({ property, type, nullable }) => {
    const filling = fillings[property] ?? (nullable ? 'null' : defaultOf(type));
    return `(${filling})::${type}`;
  });
  return `insert into ${schema}.${table} (${columns.map(({ column }) => `"${column}"`).join(', ')})
    select ${values.join(', ')} from generate_series(1, ${rows}) n`;
};

/** Read models filled with rows, with planner statistics, and a counter of the rows that a read scans. */
export const openFilledLists = async (rows: number) => {
  const database = await openPgliteDatabase(undefined, { dump: await newDatabaseDump() });
  const orm = await MikroORM.init({
    entities: keyedProjections.map((projection) => projection<EntitySchema>((keyed) => keyed.entity)),
    driverOptions: { pglite: database.pglite },
    dbName: 'postgres',
  });
  const sealer = createRowSealer(createInMemoryKeyVault());
  await database.execute('create schema filled');

  const lookedAt = async (): Promise<number> => {
    await database.query('select pg_stat_force_next_flush()');
    await database.query('select pg_stat_clear_snapshot()');
    const [row] = await database.query(
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows from pg_stat_user_tables where schemaname = 'filled'`,
    );
    return Number(row?.rows);
  };

  return {
    view: {
      entities: orm.em.fork({ schema: 'filled' }) as EntityManager,
      generation: 1,
      sealer,
      position: rows,
    } satisfies ReadModelView,
    fill: async (entity: EntitySchema, fillings: Fillings): Promise<void> => {
      const shape = tableShapeOf(orm.getMetadata(entity));
      for (const statement of createTableSql(shape, 'filled')) await database.execute(statement);
      await database.execute(fillSql(shape, 'filled', rows, fillings));
      await database.execute(`analyze filled.${shape.table}`);
    },
    /** Rows that the database scans for a read, whether or not it returns them. */
    rowsLookedAt: async (read: () => Promise<unknown>): Promise<number> => {
      const before = await lookedAt();
      await read();
      return (await lookedAt()) - before;
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await orm.close();
      await database.close();
    },
  };
};
