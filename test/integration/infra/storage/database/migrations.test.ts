import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';
import { startFailure } from '../../../../../app/start-checks/start-failure.ts';
import { readAppliedMigrations } from '../../../../../infra/storage/database/applied-migrations.ts';
import { applyMigrations } from '../../../../../infra/storage/database/apply-migrations.ts';
import { migrateDatabase } from '../../../../../infra/storage/database/migrate-database.ts';
import type { Migration } from '../../../../../infra/storage/database/pending-migrations.ts';
import { openPgDatabase } from '../../../../../infra/storage/database/pg-database.ts';
import { openPgliteDatabase } from '../../../../../infra/storage/database/pglite-database.ts';
import { readMigrations } from '../../../../../infra/storage/database/read-migrations.ts';
import type { Database } from '../../../../../ports/database.ts';
import { type LogFields, silentLogger } from '../../../../../ports/logger.ts';
import { collectText } from '../../../../support/collect-text.ts';
import { type DatabaseKind, databaseKinds } from '../../../../support/databases.ts';
import { dumpSchema } from '../../../../support/dump-schema.ts';
import { until } from '../../../../support/log-harness.ts';

const root = join(import.meta.dirname, '../../../../..');
const published = pathToFileURL(join(root, 'infra/storage/database/migrations/'));
const snapshot = join(root, 'infra/storage/database/migrations/schema.txt');
const oldSchema = (name: string): Promise<string> =>
  readFile(join(root, `test/support/schemas-before-migrations/${name}.sql`), 'utf8');

const open = async (kind: DatabaseKind): Promise<Database & { readonly connectionString?: string }> => {
  const { database, connectionString, dispose } = await kind.open();
  onTestFinished(dispose);
  return connectionString === undefined ? database : { ...database, connectionString };
};

const migration = (number: number, sql: string, additive = false): Migration => ({
  additive,
  number,
  name: `00000${number}-change`,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
});

const makeTable = migration(1, 'create schema made; create table made.words (word text primary key)');
const addWord = migration(2, `insert into made.words values ('fever')`);
const namesIn = async (database: Database): Promise<readonly string[]> =>
  (await readAppliedMigrations(database)).map(({ name }) => name);
const wordsIn = async (database: Database): Promise<readonly unknown[]> =>
  (await database.query('select word from made.words order by word')).map(({ word }) => word);

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const startMigrating = (...words: readonly string[]) => {
  const child = spawn(process.execPath, ['test/support/migrate-process.ts', ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = collectText(child.stdout, child.stderr);
  const closed = once(child, 'close');
  return {
    output,
    ended: closed.then(() => ({ code: child.exitCode, output: output() })),
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
};

describe.each(databaseKinds)('migrations on $name', (kind) => {
  it('create the schema in schema.txt (after a new migration: vitest run -u on this file)', async () => {
    const database = await open(kind);
    await migrateDatabase(database);
    await expect(await dumpSchema(database)).toMatchFileSnapshot(snapshot);
  });

  it('are each applied once, in order, with number, name, checksum, instant and program version', async () => {
    const database = await open(kind);
    await applyMigrations(database, [makeTable], '0.2.0');
    await applyMigrations(database, [makeTable, addWord], '0.3.0');
    await applyMigrations(database, [makeTable, addWord], '0.3.1');
    expect(await wordsIn(database)).toEqual(['fever']);
    const rows = await database.query('select * from coordination.schema_migrations order by number');
    expect(rows).toEqual([
      {
        number: 1,
        name: '000001-change',
        checksum: makeTable.checksum,
        applied_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        program: '0.2.0',
        additive: false,
      },
      expect.objectContaining({ number: 2, checksum: addWord.checksum, program: '0.3.0' }),
    ]);
  });

  it('are each applied once by many concurrent starts', async () => {
    const database = await open(kind);
    await Promise.all(
      Array.from({ length: 8 }, () => applyMigrations(database, [makeTable, addWord], '0.2.0')),
    );
    expect(await namesIn(database)).toEqual(['000001-change', '000002-change']);
    expect(await wordsIn(database)).toEqual(['fever']);
  });

  it('that fail leave nothing behind, and keep the earlier ones', async () => {
    const database = await open(kind);
    const failing = migration(
      2,
      `insert into made.words values ('fever'); create table made.half (id text); insert into made.words values ('fever')`,
    );
    await expect(applyMigrations(database, [makeTable, failing], '0.2.0')).rejects.toThrow(
      'Migration 000002-change failed (SQLSTATE 23505); it was rolled back',
    );
    expect(await namesIn(database)).toEqual(['000001-change']);
    expect(await wordsIn(database)).toEqual([]);
    expect(await database.query(`select to_regclass('made.half') as half`)).toEqual([{ half: null }]);
    await applyMigrations(database, [makeTable, addWord], '0.2.1');
    expect(await wordsIn(database)).toEqual(['fever']);
  });

  it('reveal no row contents when they fail', async () => {
    const database = await open(kind);
    const revealing = migration(1, `select 'Jane Roe'::integer`);
    const failed: unknown = await applyMigrations(database, [revealing], '0.2.0').catch((error) => error);
    expect(String(failed)).toContain('SQLSTATE 22P02');
    expect(String(failed)).not.toContain('Jane');
  });

  it('of a newer program keep this one out, and the database unchanged', async () => {
    const database = await open(kind);
    await applyMigrations(database, [makeTable, addWord], '0.3.0');
    await expect(applyMigrations(database, [makeTable], '0.2.0')).rejects.toThrow(
      'version 0.3.0 applied migration 000002-change, and this one, version 0.2.0, has migrations up to 000001-change',
    );
    expect(await namesIn(database)).toEqual(['000001-change', '000002-change']);
  });

  it('of a newer program that are additive let this one run, which logs that', async () => {
    const database = await open(kind);
    await applyMigrations(database, [makeTable], '0.2.0');
    const addTable = migration(2, 'create table made.more (word text)', true);
    await applyMigrations(database, [makeTable, addTable], '0.3.0');
    const warned: unknown[] = [];
    await applyMigrations(database, [makeTable], '0.2.0', {
      ...silentLogger,
      warn: (fields, message) => warned.push([fields.program, message.split('.')[0]]),
    });
    expect(warned).toEqual([['0.3.0', 'A newer version of this program has added to the database']]);
    // Once this program has it, its text is compared with the applied one, like that of any other.
    const edited = migration(2, 'create table made.other (word text)', true);
    await expect(applyMigrations(database, [makeTable, edited], '0.3.1')).rejects.toThrow(
      'with a different text',
    );
  });

  it('are named in one log entry, even when a later one fails', async () => {
    const database = await open(kind);
    const entries: unknown[] = [];
    const logger = {
      ...silentLogger,
      info: (fields: LogFields, message: string) => entries.push([message, fields.migrations]),
    };
    const broken = migration(3, 'create table made.words (word text)');
    await expect(applyMigrations(database, [makeTable, addWord, broken], '0.2.0', logger)).rejects.toThrow();
    await applyMigrations(database, [makeTable, addWord], '0.2.0', logger);
    expect(entries).toEqual([['The schema of the database was created.', '000001-change, 000002-change']]);
  });

  it('that were edited after they were applied are refused', async () => {
    const database = await open(kind);
    await applyMigrations(database, [makeTable], '0.2.0');
    const edited = migration(1, `${makeTable.sql} -- only a comment`);
    await expect(applyMigrations(database, [edited, addWord], '0.3.0')).rejects.toThrow(
      'Migration 000001-change was applied to the database by version 0.2.0 with a different text',
    );
    expect(await wordsIn(database)).toEqual([]);
  });

  it('keep out programs that create the schema themselves, from the second migration on', async () => {
    const database = await open(kind);
    const versions = () => database.query('select version from coordination.schema');
    await applyMigrations(database, [makeTable], '0.2.0');
    expect(await versions()).toEqual([{ version: 1 }]);
    await applyMigrations(database, [makeTable, addWord], '0.3.0');
    expect(await versions()).toEqual([{ version: 2 }]);
  });
});

describe.each(databaseKinds)('a database from before migrations, on $name', (kind) => {
  const event = {
    stream: 'document-kept',
    insert: `insert into event_log.events values (1, 'document-kept', 0, $1, 'Noted', 1, now(), '{}', '{}')`,
  };

  it('reaches the same schema and keeps its contents', async () => {
    const database = await open(kind);
    await database.execute(await oldSchema('last'));
    await database.query(event.insert, [randomUUID()]);
    await database.query(`insert into coordination.blob_folder (id) values ('the folder')`);
    await migrateDatabase(database);
    await expect(await dumpSchema(database)).toMatchFileSnapshot(snapshot);
    expect(await database.query('select stream_id from event_log.events')).toEqual([
      { stream_id: event.stream },
    ]);
    expect(await database.query('select id from coordination.blob_folder')).toEqual([{ id: 'the folder' }]);
    expect((await namesIn(database))[0]).toBe('000001-baseline');
  });

  it('reaches the same schema from an early version too, except for an unused function', async () => {
    const database = await open(kind);
    await database.execute(await oldSchema('early'));
    await database.query(event.insert, [randomUUID()]);
    await database.query(`insert into coordination.leases values ('job', 'somebody', 7, now())`);
    await migrateDatabase(database);
    await database.execute(
      'drop function event_log.append(text[], integer[], integer[], uuid[], text[], integer[], text[], text[])',
    );
    await expect(await dumpSchema(database)).toMatchFileSnapshot(snapshot);
    expect(await database.query('select stream_id from event_log.events')).toEqual([
      { stream_id: event.stream },
    ]);
    expect(await database.query('select fence, acquired_at from coordination.leases')).toEqual([
      { fence: 7, acquired_at: null },
    ]);
  });
});

describe('a process killed during a migration', () => {
  const follow = async (folder: string, second: string): Promise<void> => {
    await writeFile(join(folder, '000001-make-table.sql'), makeTable.sql);
    await writeFile(join(folder, '000002-fill-table.sql'), second);
  };

  it('leaves no trace of it in an embedded database', async () => {
    const [home, migrations] = [await newFolder(), await newFolder()];
    const folder = join(home, 'database');
    const first = await openPgliteDatabase(folder);
    await applyMigrations(first, [], '0.2.0');
    await first.close();
    // Endless rows: it is killed after enough were written that some have left the buffers.
    await follow(
      migrations,
      'insert into made.words select i::text from generate_series(1, 2000000000) as i',
    );
    const sizeOfTables = async (): Promise<number> => {
      const files = await readdir(join(folder, 'base'), { recursive: true, withFileTypes: true });
      const sizes = await Promise.all(
        files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name))),
      );
      return sizes.reduce((sum, { size }) => sum + size, 0);
    };
    const before = await sizeOfTables();
    const process = startMigrating(folder, migrations);
    await until(
      'rows are on the disk',
      async () => (await sizeOfTables().catch(() => before)) > before + 8_000_000,
      60_000,
    );
    await process.kill();
    expect(process.output()).toBe('begun\n');

    const again = await openPgliteDatabase(folder);
    onTestFinished(() => again.close());
    expect(await namesIn(again)).toEqual(['000001-make-table']);
    expect(await wordsIn(again)).toEqual([]);
    await follow(migrations, addWord.sql);
    await applyMigrations(again, await readMigrations(pathToFileURL(`${migrations}/`)), '0.3.1');
    expect(await wordsIn(again)).toEqual(['fever']);
  });

  const server = databaseKinds.find(({ name }) => name === 'PostgreSQL');
  it.runIf(server)('leaves no trace of it on a server, and the next one completes it', async () => {
    if (!server) return;
    const database = await open(server);
    const url = database.connectionString ?? '';
    const migrations = await newFolder();
    // In the middle of its script it waits for a lock held by this test.
    await follow(
      migrations,
      `insert into made.words values ('half'); select pg_advisory_xact_lock(7); insert into made.words values ('whole')`,
    );
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('select pg_advisory_lock(7)');
    const killed = startMigrating(url, migrations);
    await until(
      'the migration is running',
      async () => {
        const { rows } = await holder.query(
          `select 1 from pg_locks join pg_database d on d.oid = database
              where datname = current_database() and locktype = 'advisory' and objid = 7 and not granted`,
        );
        return rows.length > 0;
      },
      60_000,
    );
    await killed.kill();
    expect(await wordsIn(database)).toEqual([]);
    const next = startMigrating(url, migrations);
    await holder.query('select pg_advisory_unlock(7)');
    expect(await next.ended).toEqual({ code: 0, output: 'begun\ndone\n' });
    expect(await namesIn(database)).toEqual(['000001-make-table', '000002-fill-table']);
    expect(await wordsIn(database)).toEqual(['half', 'whole']);
  });

  it.runIf(server).each(['an empty', 'an older'])(
    'is one of several that migrate %s server database concurrently, each migration once',
    async (age) => {
      if (!server) return;
      const database = await open(server);
      const migrations = await readMigrations(published);
      if (age === 'an older') await applyMigrations(database, migrations.slice(0, 2), '0.2.0');
      const processes = Array.from({ length: 3 }, () => startMigrating(database.connectionString ?? ''));
      for (const process of processes)
        expect(await process.ended).toEqual({ code: 0, output: 'begun\ndone\n' });
      const numbers = (await readAppliedMigrations(database)).map(({ number }) => number);
      expect(numbers).toEqual(migrations.map(({ number }) => number));
    },
  );
});

describe('an upgrade of a server with nodes of the previous version', () => {
  const server = databaseKinds.find(({ name }) => name === 'PostgreSQL');

  it.runIf(server)(
    'runs alongside them when it is additive, and otherwise waits until they stop',
    async () => {
      if (!server) return;
      const database = await open(server);
      const { connectionString = '' } = database;
      await applyMigrations(database, [makeTable], '0.2.0');
      const old = await openPgDatabase({ connectionString, logger: silentLogger });
      onTestFinished(() => old.close());
      const stopListening = await old.listen('anamnesis_log', () => {});
      const write = (word: string) => old.query('insert into made.words values ($1)', [word]);
      await write('before');

      const add = migration(2, `alter table made.words add column language text not null default 'en'`, true);
      await applyMigrations(database, [makeTable, add], '0.3.0');
      await write('beside');
      expect(await wordsIn(old)).toEqual(['before', 'beside']);

      const rename = migration(3, 'alter table made.words rename column word to term');
      await expect(applyMigrations(database, [makeTable, add, rename], '0.4.0')).rejects.toThrow(
        'Migration 000003-change changes tables that nodes of the previous version use',
      );
      await write('still');
      await stopListening();
      await until(
        'the older node has exited',
        async () => {
          const sessions = await database.query(
            `select 1 from pg_stat_activity where datname = current_database() and application_name = 'anamnesis-listen'`,
          );
          return sessions.length === 0;
        },
        10_000,
      );
      await applyMigrations(database, [makeTable, add, rename], '0.4.0');
      expect(await database.query('select term, language from made.words order by term')).toEqual(
        ['before', 'beside', 'still'].map((term) => ({ term, language: 'en' })),
      );
      await expect(applyMigrations(old, [makeTable, add], '0.3.0')).rejects.toThrow(
        'version 0.4.0 applied migration 000003-change',
      );
    },
  );

  it.runIf(server)('logs that it waits while another process changes the schema', async () => {
    if (!server) return;
    const database = await open(server);
    const { promise: notified, resolve: notify } = Promise.withResolvers<string>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const other = database.exclusive(async (session) => {
      begin();
      let isNotified = false;
      void notified.then(() => {
        isNotified = true;
      });
      while (!isNotified) await session.query('select pg_sleep(0.05)');
    });
    await begun;
    await applyMigrations(database, [makeTable], '0.2.0', {
      ...silentLogger,
      info: (_fields, message) => notify(message),
    });
    await other;
    expect(await notified).toBe('Another process is changing the schema of the database; waiting for it.');
    expect(await namesIn(database)).toEqual(['000001-change']);
  });
});

describe('a migration that takes too long on a server', () => {
  const server = databaseKinds.find(({ name }) => name === 'PostgreSQL');
  const LIMIT = 1000;
  const openHurried = async (url: string): Promise<Database> => {
    const times = { connect: 4000, statement: 500, longStatement: LIMIT };
    const database = await openPgDatabase({ connectionString: url, times, logger: silentLogger });
    onTestFinished(() => database.close());
    return database;
  };

  it.runIf(server)('is reported as such, for one slow statement and for all together', async () => {
    if (!server) return;
    const { connectionString: url = '' } = await open(server);
    const hurried = await openHurried(url);
    const within = LIMIT / 1000 - 0.2;
    for (const sql of [
      'select pg_sleep(60)',
      Array.from({ length: 3 }, () => `select pg_sleep(${within})`).join(';'),
    ]) {
      const failed: unknown = await applyMigrations(hurried, [makeTable, migration(2, sql)], '0.2.0').catch(
        (error) => error,
      );
      const failure = startFailure(failed, { ...readConfiguration({}), databaseUrl: url });
      expect(String(failure)).toContain(
        'Migration 000002-change took longer than DATABASE_LONG_STATEMENT_TIMEOUT_MS allows',
      );
      expect(await namesIn(hurried)).toEqual(['000001-change']);
    }
  });

  it.runIf(server)('is reported by the processes waiting for it as running elsewhere', async () => {
    if (!server) return;
    const database = await open(server);
    const url = database.connectionString ?? '';
    const hurried = await openHurried(url);
    const { promise: enough, resolve: stop } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const other = database.exclusive(async (session) => {
      begin();
      // Idle for longer than 5 s, it would lose its session.
      let over = false;
      void enough.then(() => {
        over = true;
      });
      while (!over) await session.query('select pg_sleep(0.1)');
    });
    await begun;
    const failed: unknown = await applyMigrations(hurried, [makeTable], '0.2.0').catch((error) => error);
    stop();
    await other;
    const failure = startFailure(failed, { ...readConfiguration({}), databaseUrl: url });
    expect(String(failure)).toContain('Another process has been changing the schema of the database');
    await applyMigrations(hurried, [makeTable], '0.2.0');
    expect(await namesIn(hurried)).toEqual(['000001-change']);
  });
});

describe('migration files', () => {
  it('are whole transactions, state whether they are additive, and never use "if not exists"', async () => {
    for (const { number, name, sql } of await readMigrations(published)) {
      expect(sql, name).not.toMatch(/^\s*(?:begin|start transaction|commit|rollback)\s*;/im);
      expect(sql, name).not.toMatch(/\bconcurrently\b/i);
      // From then on each states whether it is additive for nodes of the previous version, and why.
      if (number > 4) expect(sql, name).toMatch(/^-- (?:not )?additive: \S/);
      // Only the first may find existing objects.
      if (number > 1) expect(sql, name).not.toMatch(/\bif not exists\b/i);
    }
  });

  it('are rejected with a gap, a duplicate number or a meaningless name', async () => {
    const folder = await newFolder();
    const url = pathToFileURL(`${folder}/`);
    await writeFile(join(folder, '000001-one.sql'), 'select 1');
    await writeFile(join(folder, '000003-three.sql'), 'select 3');
    await expect(readMigrations(url)).rejects.toThrow('expected number 2');
    await writeFile(join(folder, '000002-two.sql'), 'select 2');
    expect((await readMigrations(url)).map(({ name }) => name)).toEqual([
      '000001-one',
      '000002-two',
      '000003-three',
    ]);
    await writeFile(join(folder, '000003-other.sql'), 'select 3');
    await expect(readMigrations(url)).rejects.toThrow('expected number 4');
    await rm(join(folder, '000003-other.sql'));
    await writeFile(join(folder, '4.sql'), 'select 4');
    await expect(readMigrations(url)).rejects.toThrow('4.sql is not a migration');
  });

  it('have one checksum for all line endings', async () => {
    const folders = [await newFolder(), await newFolder()];
    for (const [index, folder] of folders.entries())
      await writeFile(join(folder, '000001-one.sql'), ['select 1;', 'select 2;'].join(index ? '\r\n' : '\n'));
    const [unix, windows] = await Promise.all(
      folders.map((folder) => readMigrations(pathToFileURL(`${folder}/`))),
    );
    expect(windows).toEqual(unix);
  });
});
