import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { Database, DatabaseRow, ReservedSession, SqlSession, SqlValue } from '../../ports/database.ts';

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

/** Milliseconds of computing in one turn of the event loop, after which others get theirs. */
const longestTurn = 5;

/**
 * A statement computes on the loop of this process, and one promise leads to the next without a turn of the loop in
 * between: many statements in a row, of one transaction or of many callers, would hold up sockets and timers from the
 * first to the last (measured: 1.5 s for the passages of a book of 1,000 pages, and a tenth of a second at a time with
 * 50 callers asking). So whoever finds the turn long makes everybody breathe.
 */
const createBreath = (): (() => Promise<void>) => {
  let turnBegan: number | undefined;
  return async () => {
    if (turnBegan === undefined) {
      turnBegan = performance.now();
      setImmediate(() => {
        turnBegan = undefined;
      });
    } else if (performance.now() - turnBegan > longestTurn) {
      await nextTurn();
    }
  };
};

const sessionOf = (queryable: PgliteQueryable, breathe: () => Promise<void>): SqlSession => ({
  query: async (text, values = []) => {
    await breathe();
    const { rows } = await queryable.query<DatabaseRow>(text, [...values]);
    await breathe();
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
  const breathe = createBreath();
  const session: ReservedSession = {
    ...sessionOf(pglite, breathe),
    transaction: (work) => pglite.transaction((transaction) => work(sessionOf(transaction, breathe))),
  };
  return {
    kind: 'embedded',
    pglite,
    ...session,
    // There is one connection, which nobody else can hold up from outside.
    reserved: () => session,
    execute: async (script) => {
      await pglite.exec(script);
    },
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
