import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure, type FailureReason } from '../../../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../../../domain/kernel/omit-undefined.ts';
import type { DatabaseTimes } from '../../../../../infra/storage/database/database-times.ts';
import { migrateDatabase } from '../../../../../infra/storage/database/migrate-database.ts';
import { openPgDatabase } from '../../../../../infra/storage/database/pg-database.ts';
import { readDatabaseFacts } from '../../../../../infra/storage/database/read-database-facts.ts';
import { createPostgresLeases } from '../../../../../infra/storage/leases/postgres-leases.ts';
import type { Database } from '../../../../../ports/database.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { until } from '../../../../support/log-harness.ts';
import { createServerDatabase, type ServerDatabase } from '../../../../support/server-database.ts';
import { startTcpProxy, type TcpProxy } from '../../../../support/tcp-proxy.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const QUICK: DatabaseTimes = { connect: 400, statement: 400, longStatement: 1_500 };

/** The reason of a rejection; fails on a fulfilled promise, or on another kind of error. */
const refusal = async (promise: Promise<unknown>): Promise<FailureReason> => {
  const error = await promise.then(
    () => new Error('Expected a rejection.'),
    (reason: unknown) => reason,
  );
  if (error instanceof Failure) return error.reason;
  throw error;
};

// Skipped without TEST_DATABASE_URL, which `test/support/databases.ts` reports.
describe.skipIf(!serverUrl)('the database port on PostgreSQL', () => {
  let server: ServerDatabase;
  let proxy: TcpProxy;
  let database: Database;
  let admin: pg.Client;

  const open = (maxConnections = 3): Promise<Database> =>
    openPgDatabase({
      connectionString: proxy.urlFor(server.url),
      maxConnections,
      times: QUICK,
      logger: silentLogger,
    });
  const terminate = async (application: string): Promise<void> => {
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
      [application],
    );
  };

  beforeEach(async () => {
    server = await createServerDatabase(serverUrl ?? '');
    proxy = await startTcpProxy(server.url);
    admin = new pg.Client({ connectionString: server.url });
    admin.on('error', () => {});
    await admin.connect();
    database = await open();
    await database.execute('create table numbers (n integer primary key)');
  });
  afterEach(async () => {
    proxy.resume();
    await database.close();
    await admin.end();
    await proxy[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  it('survives the loss of a session between two statements of a transaction', async () => {
    const written = database.transaction(async (session) => {
      await session.query('insert into numbers values (1)');
      await terminate('anamnesis');
      // The connection is idle when it ends: no listener handles its error.
      await until('the connection is gone', () =>
        proxy.connections().every((one) => one.applicationName() !== 'anamnesis'),
      );
      await session.query('insert into numbers values (2)');
    });
    expect(await refusal(written)).toMatchObject({ code: 'unavailable', component: 'database' });
    expect(await database.query('select n from numbers')).toEqual([]);
  });

  it('abandons a silent connection and the idle ones alongside it', async () => {
    await Promise.all([1, 2, 3].map(() => database.query('select pg_sleep(0.05)')));
    const before = proxy.connections().filter((one) => one.applicationName() === 'anamnesis');
    expect(before.length).toBe(3);
    for (const connection of before) connection.silence();
    expect(await refusal(database.query('select 1'))).toMatchObject({
      code: 'unavailable',
      component: 'database',
      retryAfter: 1,
    });
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('reports that it is unavailable when no connection can be opened or freed in time', async () => {
    proxy.silence();
    expect(await refusal(database.reserved('appends').query('select 1'))).toMatchObject({
      code: 'unavailable',
    });
    proxy.resume();
    const crowded = await open(1);
    const holding = crowded.transaction(async (session) => {
      await session.query('select 1');
      await pause(QUICK.connect * 2);
    });
    expect(await refusal(crowded.query('select 1'))).toMatchObject({ code: 'unavailable', retryAfter: 1 });
    await holding;
    expect(await crowded.query('select 1 as one')).toEqual([{ one: 1 }]);
    await crowded.close();
  });

  it('refuses callers in time when all connections are busy, however many they are, and serves them afterwards', async () => {
    const crowded = await open(2);
    const { promise: enough, resolve: stop } = Promise.withResolvers<void>();
    const holding = [1, 2].map(() =>
      crowded.transaction(async (session) => {
        await session.query('select 1');
        await enough;
      }),
    );
    const refusals = await Promise.all(Array.from({ length: 200 }, () => refusal(crowded.query('select 1'))));
    for (const reason of refusals)
      expect(reason).toMatchObject({
        code: 'unavailable',
        retryAfter: 1,
        message: expect.stringContaining('No connection to the database came free in time'),
        details: { connected: false },
      });
    stop();
    await Promise.all(holding);
    const answers = await Promise.all(Array.from({ length: 200 }, () => crowded.query('select 1 as one')));
    expect(answers.flat()).toEqual(Array.from({ length: 200 }, () => ({ one: 1 })));
    await crowded.close();
  });

  it('cancels a slow statement, and grants a long transaction more time', async () => {
    const slow = 'select pg_sleep(0.8)';
    expect(await refusal(database.query(slow))).toMatchObject({ code: 'timeout', component: 'database' });
    await database.transaction((session) => session.query(slow), { timeout: 'long' });
    // A longer limit for one transaction does not apply to the next on the same connection.
    expect(await refusal(database.transaction((session) => session.query(slow)))).toMatchObject({
      code: 'timeout',
    });
  });

  it('waits for the disk at a commit, unless the commit may become durable with the next', async () => {
    const setting = (durable?: 'at-commit' | 'with-next') =>
      database.transaction((session) => session.query('show synchronous_commit'), omitUndefined({ durable }));
    expect(await setting('with-next')).toEqual([{ synchronous_commit: 'off' }]);
    // On the same connection, the only one in use.
    expect(await setting()).toEqual([{ synchronous_commit: 'on' }]);
    expect(await setting('at-commit')).toEqual([{ synchronous_commit: 'on' }]);
  });

  it.each([
    ['DateStyle', "'SQL, DMY'"],
    ['DateStyle', "'German'"],
    ['TimeZone', "'Asia/Kolkata'"],
    ['default_transaction_isolation', "'serializable'"],
  ])('is independent of the %s that an administrator set for the database: %s', async (setting, value) => {
    await admin.query(`alter database ${new URL(server.url).pathname.slice(1)} set ${setting} = ${value}`);
    const fresh = await open();
    try {
      const [row] = await fresh.query(
        `select '2026-02-01T10:00:00Z'::timestamptz as at, '2026-02-01T23:00:00Z'::timestamptz::date as day,
                current_setting('transaction_isolation') as isolation`,
      );
      expect(row).toEqual({ at: '2026-02-01T10:00:00.000Z', day: '2026-02-01', isolation: 'read committed' });
    } finally {
      await fresh.close();
    }
  });

  it('keeps the connections for appends and leases when fewer are allowed than its pool would open', async () => {
    const limited = `limited_${server.url.replace(/\W+/g, '').slice(-12)}`;
    await admin.query(`create role ${limited} login connection limit 3`);
    const url = new URL(server.url);
    url.username = limited;
    const few = await openPgDatabase({
      connectionString: url.href,
      maxConnections: 10,
      times: QUICK,
      logger: silentLogger,
    });
    try {
      const busy = Array.from({ length: 10 }, () =>
        few.query('select pg_sleep(0.05)').catch((error) => error),
      );
      for (const error of await Promise.all(busy))
        if (error instanceof Failure)
          expect(error.reason).toMatchObject({
            code: 'unavailable',
            message: expect.stringContaining('allows no more connections'),
            details: { connected: false },
          });
      expect(await few.reserved('appends').query('select 1 as one')).toEqual([{ one: 1 }]);
      expect(await few.reserved('leases').query('select 1 as one')).toEqual([{ one: 1 }]);
      // With the two reserved ones, this session holds the last connection.
      await few.transaction(async (session) => {
        await session.query('select 1');
        const apart = few.apart?.((own) => own.query('select 1'), {
          milliseconds: 1000,
          signal: new AbortController().signal,
        });
        await expect(apart).rejects.toMatchObject({
          reason: { code: 'unavailable', details: { connected: false } },
        });
      });
      expect((await readDatabaseFacts(few)).connectionLimit).toBe(3);
    } finally {
      await few.close();
      await admin.query(`drop role ${limited}`);
    }
  });

  it('refuses dates in a style that could be misread', async () => {
    const url = `${server.url}?options=${encodeURIComponent('-c DateStyle=SQL')}`;
    const fresh = await openPgDatabase({ connectionString: url, times: QUICK, logger: silentLogger });
    try {
      expect(await refusal(fresh.query('select now() as at'))).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('Set DateStyle to ISO'),
      });
    } finally {
      await fresh.close();
    }
  });

  it('reserves connections for waiting callers, however many long transactions run', async () => {
    const letGo = Promise.withResolvers<void>();
    const long = Array.from({ length: 5 }, () =>
      database.transaction(
        async (session) => {
          await session.query('select 1');
          await letGo.promise;
        },
        { timeout: 'long' },
      ),
    );
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    letGo.resolve();
    await Promise.all(long);
  });

  it('makes no caller wait long for a lock', async () => {
    await admin.query('begin; lock table numbers in access exclusive mode');
    expect(await refusal(database.query('insert into numbers values (1)'))).toMatchObject({
      code: 'unavailable',
      component: 'database',
    });
    await admin.query('rollback');
    await database.query('insert into numbers values (1)');
  });

  it.each([
    ['53100', /disk of its server is full/],
    ['25006', /read-only/],
    ['53200', /out of memory/],
  ])('suggests a remedy for SQLSTATE %s, and keeps reading', async (state, message) => {
    await database.execute(`
      create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'as the test wants it' using errcode = '${state}'; end $$;
      create trigger refuse before insert on numbers for each row execute function refuse()`);
    const refused = await refusal(database.query('insert into numbers values (1)'));
    expect(refused).toMatchObject({ code: 'unavailable', component: 'database' });
    expect(refused.message).toMatch(message);
    expect(await database.query('select n from numbers')).toEqual([]);
  });

  it('does not take a transaction for committed that continued after a failed statement', async () => {
    const written = database.transaction(async (session) => {
      await session.query('insert into numbers values (1)');
      await session.query('select 1 / 0').catch(() => {});
    });
    expect(await refusal(written)).toMatchObject({ code: 'internal_error' });
    expect(await database.query('select n from numbers')).toEqual([]);
  });

  it('releases the rows of a transaction whose process is idle', async () => {
    await database.query('insert into numbers values (1)');
    const other = await openPgDatabase({ connectionString: server.url, logger: silentLogger });
    const holding = Promise.withResolvers<void>();
    const thawed = Promise.withResolvers<void>();
    const frozen = database.transaction(async (session) => {
      await session.query('delete from numbers');
      holding.resolve();
      await thawed.promise;
      await session.query('select 1');
    });
    frozen.catch(() => {});
    await holding.promise;
    await until('the row is free', async () => {
      const deleted = await other.query('delete from numbers returning n').catch(() => []);
      return deleted.length === 1;
    });
    thawed.resolve();
    expect(await refusal(frozen)).toMatchObject({ code: 'unavailable' });
    await other.close();
  });

  it('ends no long transaction of a busy process when a lease is acquired', async () => {
    await migrateDatabase(database);
    const leases = createPostgresLeases({ database, logger: silentLogger, owner: 'another' });
    const patient = await openPgDatabase({ connectionString: server.url, logger: silentLogger });
    const rebuilt = patient.transaction(
      async (session) => {
        await session.query('insert into numbers values (1)');
        // Longer than the lifetime of a lease, and than a process may be stopped.
        await until('the transaction is old', async () => {
          const [row] = await session.query(`select clock_timestamp() - now() > '11 s' as old`);
          return row?.old === true;
        });
        const lease = await leases.acquire('work', new AbortController().signal);
        await session.query('insert into numbers values (2)');
        await lease?.release();
      },
      { timeout: 'long' },
    );
    await rebuilt.finally(() => patient.close());
    expect(await database.query('select n from numbers order by n')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('reassigns a lease whose owner is gone after the clock of the database was set back', async () => {
    await migrateDatabase(database);
    await database.query(
      `insert into coordination.leases (name, owner, fence, expires_at)
       values ('work', 'gone', 4, clock_timestamp() + interval '1 hour')`,
    );
    const leases = createPostgresLeases({ database, logger: silentLogger, owner: 'another' });
    const timeout = new AbortController();
    const asked = leases.acquire('work', timeout.signal);
    const lease = await Promise.race([asked, pause(60_000, undefined, { ref: false })]);
    timeout.abort();
    expect(lease?.fence).toBe(5);
    await lease?.release();
  });

  it('serializes processes that create the same tables concurrently', async () => {
    const nodes = await Promise.all([1, 2, 3, 4].map(() => open()));
    const making = 'create schema if not exists made; create table if not exists made.things (n integer)';
    for (let round = 0; round < 10; round += 1) {
      await admin.query('drop schema if exists made cascade');
      await Promise.all(nodes.map((node) => node.execute(making)));
    }
    expect(await database.query('select n from made.things')).toEqual([]);
    await Promise.all(nodes.map((node) => node.close()));
  });

  it('listens again when the connection falls silent, and warns that notifications may be missed', async () => {
    const payloads: string[] = [];
    const stop = await database.listen('news', (payload) => payloads.push(payload));
    for (const one of proxy.connections()) if (one.applicationName() === 'anamnesis-listen') one.silence();
    await until('the database listens again', () => payloads.includes(''));
    await admin.query(`notify news, 'here'`);
    await until('the notification arrives', () => payloads.includes('here'));
    await stop();
  });

  it('closes in time, whatever its connections do', async () => {
    const stop = await database.listen('news', () => {});
    const waiting = [
      database.query('select pg_sleep(60)'),
      database.reserved('leases').query('select pg_sleep(60)'),
    ];
    proxy.silence();
    const outcomes = Promise.allSettled(waiting);
    await Promise.all([stop(), database.close()]);
    // Aborted rather than awaited.
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  describe('under leases', () => {
    beforeEach(() => migrateDatabase(database));
    const leasesOf = (on: Database, owner: string) =>
      createPostgresLeases({ database: on, logger: silentLogger, owner, timeToLive: 3_000 });

    it('considers a lease expired before another process can acquire it, even when nothing answers', async () => {
      const never = new AbortController().signal;
      const lease = await leasesOf(database, 'one').acquire('work', never);
      if (!lease) throw new Error('There is no lease.');
      const elsewhere = await openPgDatabase({ connectionString: server.url, logger: silentLogger });
      let over = false;
      lease.signal.addEventListener('abort', () => {
        over = true;
      });
      const next = leasesOf(elsewhere, 'two').acquire('work', never);
      proxy.silence();
      const taken = await next;
      expect(over).toBe(true);
      expect(lease.isHeld()).toBe(false);
      expect(taken?.fence).toBe(lease.fence + 1);
      await taken?.release();
      await elsewhere.close();
    });

    it('keeps a lease when the connection that renews it is lost, silent or broken', async () => {
      const lease = await leasesOf(database, 'one').acquire('work', new AbortController().signal);
      if (!lease) throw new Error('There is no lease.');
      const expiry = async (): Promise<unknown> =>
        (await admin.query<{ at: string }>('select expires_at::text as at from coordination.leases')).rows[0]
          ?.at;
      const isRenewed = async (): Promise<void> => {
        const before = await expiry();
        await until('the lease is renewed', async () => (await expiry()) !== before);
      };
      for (const one of proxy.connections()) if (one.applicationName() === 'anamnesis-leases') one.silence();
      await isRenewed();
      await terminate('anamnesis-leases');
      await isRenewed();
      expect(lease.isHeld()).toBe(true);
      await lease.release();
    });

    it('ends the session of a former owner that stopped in the middle of a statement, with its locks', async () => {
      await database.query('insert into numbers values (1)');
      const stuck = new pg.Client({
        connectionString: server.url,
        application_name: 'anamnesis',
        idle_in_transaction_session_timeout: 5_000,
      });
      stuck.on('error', () => {});
      await stuck.connect();
      await stuck.query('begin');
      await stuck.query('delete from numbers');
      // A Parse message, which is not answered yet, and the header of a Bind message of 1,000 bytes that never arrive:
      // to the server this is an active statement, and no session time-out ends it.
      const text = Buffer.from('\0select 1\0\0\0');
      const parse = Buffer.from([0x50, 0, 0, 0, text.length + 4]);
      stuck.connection.stream.write(Buffer.concat([parse, text, Buffer.from([0x42, 0, 0, 3, 0xe8, 0, 0])]));
      const deleted = (): Promise<boolean> =>
        database.query('delete from numbers returning n').then(
          (rows) => rows.length === 1,
          () => false,
        );
      const stop = new AbortController();
      const leases = leasesOf(database, 'next');
      await until('a new owner finds the row free', async () => {
        const lease = await leases.acquire('work', stop.signal);
        await lease?.release();
        return deleted();
      });
      await stuck.end().catch(() => {});
    });
  });
});
