import { setImmediate } from 'node:timers/promises';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { Database, DatabaseRow, SqlSession, SqlValue } from '../../ports/database.ts';

/** Positions and counts stay far below 2^53, so numbers are exact; instants become ISO 8601 text. */
const parsers = {
  [types.INT8]: (value: string) => Number(value),
  [types.TIMESTAMPTZ]: (value: string) => new Date(value).toISOString(),
  [types.DATE]: (value: string) => value,
  [types.NUMERIC]: (value: string) => Number(value),
};

type PgliteQueryable = {
  query: <Row>(text: string, values?: SqlValue[]) => Promise<{ rows: Row[] }>;
};

/** Milliseconds of a statement after which others get a turn. */
const longStatement = 5;

/**
 * A statement computes on the loop of this process, and a transaction of many would hold it from the first to the
 * last: measured, 1.5 s for the passages of a book of 1,000 pages. So the loop breathes after each long statement.
 */
const sessionOf = (queryable: PgliteQueryable): SqlSession => ({
  query: async (text, values = []) => {
    const began = performance.now();
    const { rows } = await queryable.query<DatabaseRow>(text, [...values]);
    if (performance.now() - began > longStatement) await setImmediate();
    return rows;
  },
});

export type PgliteDatabase = Database & {
  readonly kind: 'embedded';
  /** The instance itself, for libraries that bring their own query layer. */
  readonly pglite: PGlite;
};

/**
 * PostgreSQL compiled to WebAssembly, inside this process. `dataDir` is a folder, or `undefined` for memory only.
 * One process at a time may open a folder; see `infra/data-directory.ts` for the lock.
 */
export const openPgliteDatabase = async (dataDir: string | undefined): Promise<PgliteDatabase> => {
  const options: PGliteOptions = { extensions: { vector }, parsers };
  const pglite = await PGlite.create(dataDir === undefined ? options : { ...options, dataDir });
  return {
    kind: 'embedded',
    pglite,
    ...sessionOf(pglite),
    execute: async (script) => {
      await pglite.exec(script);
    },
    transaction: (work) => pglite.transaction((transaction) => work(sessionOf(transaction))),
    listen: async (channel, onNotification) => {
      const unlisten = await pglite.listen(channel, onNotification);
      return async () => {
        await unlisten();
      };
    },
    close: async () => {
      if (!pglite.closed) await pglite.close();
    },
  };
};
