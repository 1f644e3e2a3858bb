/** Writes into an embedded database without asking whether there is room; reports each committed row. */
import { openPgliteDatabase } from '../../infra/storage/database/pglite-database.ts';

const database = await openPgliteDatabase(process.argv[2]);
await database.execute('create table if not exists rows (n integer primary key, content text)');
for (let n = 1; ; n += 1) {
  try {
    await database.query(
      `insert into rows select $1::integer, string_agg(md5(($1 * g)::text), '') from generate_series(1, 3000) g`,
      [n],
    );
    process.stdout.write(`${n}\n`);
  } catch {
    // A table that cannot grow is an error like any other; the write-ahead log that cannot is the end.
    await database.query('select pg_switch_wal()');
  }
}
