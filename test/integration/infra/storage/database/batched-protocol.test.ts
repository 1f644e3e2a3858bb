import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PgliteDatabase } from '../../../../../infra/storage/database/pglite-database.ts';
import { openEmbedded } from '../../../../support/databases.ts';

describe('the statements of the embedded database', () => {
  let database: PgliteDatabase;
  let dispose: () => Promise<void>;
  beforeAll(async () => {
    ({ database, dispose } = await openEmbedded());
  });
  afterAll(() => dispose());
  beforeEach(() =>
    database.execute(
      'drop table if exists kinds; create table kinds (id integer primary key, words text, flag boolean, bytes bytea, list text[], data jsonb, big bigint)',
    ),
  );

  const insert = 'insert into kinds values ($1, $2, $3, $4, $5, $6, $7) returning *';
  const values = (id: number) =>
    [id, 'é "x" \\', true, Uint8Array.of(0, 255), ['a', null, 'b,"c'], '{"a":[1]}', 2 ** 40] as const;

  /** Calls of the database during some work. */
  const callsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const { pglite } = database;
    const send = pglite.execProtocolRaw;
    let calls = 0;
    pglite.execProtocolRaw = (...parameters) => {
      calls += 1;
      return send.apply(pglite, parameters);
    };
    await work().finally(() => {
      pglite.execProtocolRaw = send;
    });
    return calls;
  };

  it('return the same rows the first time, when their types are read, and later, when they are remembered', async () => {
    for (const id of [1, 2, 3]) {
      const [row] = await database.query(insert, values(id));
      expect(row).toEqual({
        id,
        words: 'é "x" \\',
        flag: true,
        bytes: Uint8Array.of(0, 255),
        list: ['a', null, 'b,"c'],
        data: { a: [1] },
        big: 2 ** 40,
      });
    }
    const nothing = [4, null, null, null, null, null, null];
    expect(await database.query(insert, nothing)).toMatchObject([{ id: 4, words: null, data: null }]);
  });

  it('are sent in one call each, once their types are known', async () => {
    const read = () => database.query('select words from kinds where id = $1', [1]);
    await read();
    expect(await callsOf(read)).toBe(1);
    expect(await callsOf(() => database.transaction((session) => session.query('select 1')))).toBeLessThan(6);
  });

  it('follow a change of the types of their columns', async () => {
    const read = (id: string | number) => database.query('select id from kinds where id = $1', [id]);
    await database.query(insert, values(7));
    expect(await read(7)).toEqual([{ id: 7 }]);
    await database.execute('alter table kinds alter column id type text');
    expect(await read('7')).toEqual([{ id: '7' }]);
    await database.query('alter table kinds alter column id type integer using id::integer');
    expect(await read(7)).toEqual([{ id: 7 }]);
  });

  it('reject with the error of the database each time, and leave it usable', async () => {
    await database.query(insert, values(1));
    const wrong: readonly (() => Promise<unknown>)[] = [
      () => database.query(insert, values(1)),
      () => database.query('select missing from kinds'),
      () => database.query('select 1 / (id - 1) from kinds where id = $1', [1]),
    ];
    for (const [at, code] of ['23505', '42703', '22012'].entries())
      for (const _ of [1, 2, 3]) {
        await expect(wrong[at]?.()).rejects.toMatchObject({ code });
        expect(await database.query('select id from kinds')).toEqual([{ id: 1 }]);
      }
  });

  it('reject a value that cannot be written, and leave the database usable', async () => {
    const read = (id: unknown) =>
      database.pglite.query('select id from kinds where big = $1 and flag = $2', [5, id]);
    await read(true);
    await expect(read('perhaps')).rejects.toThrow();
    await expect(read(true)).resolves.toMatchObject({ rows: [] });
  });

  it('are rolled back after a failure in a transaction', async () => {
    for (const id of [1, 2]) {
      const failing = database.transaction(async (session) => {
        await session.query(insert, values(id));
        await session.query(insert, values(id));
      });
      await expect(failing).rejects.toMatchObject({ code: '23505' });
    }
    expect(await database.query('select id from kinds')).toEqual([]);
  });

  it('may be many at the same time', async () => {
    const ids = Array.from({ length: 20 }, (_, id) => id);
    await Promise.all(ids.map((id) => database.query(insert, values(id))));
    const found = await Promise.all(
      ids.map((id) => database.query('select id from kinds where id = $1', [id])),
    );
    expect(found).toEqual(ids.map((id) => [{ id }]));
  });
});
