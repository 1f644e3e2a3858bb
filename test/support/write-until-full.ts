/** Writes to an embedded database without checking for free space; reports each committed row. */
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
    // A table that cannot grow raises an ordinary error; a write-ahead log that cannot grow is fatal.
    await database.query('select pg_switch_wal()');
  }
}
