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

  /** How many statements that begin with these words the database keeps prepared. */
  const preparedWith = async (words: string): Promise<number> => {
    const { rows } = await database.pglite.query<{ n: number }>(
      'select count(*)::integer as n from pg_prepared_statements where starts_with(statement, $1)',
      [words],
    );
    return Number(rows[0]?.n);
  };
  const divide = (id: number) => database.query('select 1 / id as one from kinds where big = $1', [id]);

  it('stay prepared when they are executed again, and are prepared again after a failure', async () => {
    await database.query(insert, values(0));
    await divide(1);
    expect(await preparedWith('select 1 / id')).toBe(0);
    for (const _ of [1, 2, 3]) await divide(1);
    expect(await preparedWith('select 1 / id')).toBe(1);
    await expect(divide(2 ** 40)).rejects.toMatchObject({ code: '22012' });
    for (const _ of [1, 2]) expect(await divide(1)).toEqual([]);
    expect(await preparedWith('select 1 / id')).toBe(1);
  });

  it('are closed after a failure, also if the next statement has a value that cannot be written', async () => {
    const flagged = (flag: unknown) => database.pglite.query('select big from kinds where flag = $1', [flag]);
    await database.query(insert, values(0));
    await flagged(true);
    for (const _ of [1, 2]) await divide(1);
    expect(await preparedWith('select 1 / id')).toBe(1);
    await expect(divide(2 ** 40)).rejects.toMatchObject({ code: '22012' });
    await expect(flagged('perhaps')).rejects.toThrow();
    await flagged(true);
    expect(await preparedWith('select 1 / id')).toBe(0);
  });

  it('are closed when too many are prepared, or a type changes', async () => {
    const count = async () =>
      Number(
        (
          await database.pglite.query<{ n: number }>(
            'select count(*)::integer as n from pg_prepared_statements',
          )
        ).rows[0]?.n,
      );
    for (let n = 0; n < 400; n += 1)
      for (const _ of [1, 2]) await database.query(`select $1::integer + ${n}`, [1]);
    expect(await count()).toBeLessThanOrEqual(152);
    await database.execute('create table if not exists other (id integer)');
    for (const _ of [1, 2]) await database.query('select $1::integer - 1', [1]);
    expect(await count()).toBeLessThanOrEqual(2);
  });

  it('return the new columns of a table that has changed', async () => {
    const read = () => database.query('select * from kinds', []);
    for (const _ of [1, 2, 3]) expect(await read()).toEqual([]);
    await database.execute('alter table kinds add column more integer default 3');
    await database.query(insert, values(1));
    for (const _ of [1, 2, 3]) expect(await read()).toMatchObject([{ id: 1, more: 3 }]);
  });

  it('return arrays of every type that a schema may use', async () => {
    const of = (type: string) => database.query(`select array[null, null]::${type}[] as list`);
    const stored =
      'json boolean bytea name smallint integer text varchar bigint real float8 oid date timestamptz numeric uuid jsonb';
    for (const type of stored.split(' '))
      expect([type, await of(type)]).toEqual([type, [{ list: [null, null] }]]);
    expect(await database.query("select array['2026-01-02T03:04:05Z']::timestamptz[] as list")).toEqual([
      { list: ['2026-01-02T03:04:05.000Z'] },
    ]);
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
