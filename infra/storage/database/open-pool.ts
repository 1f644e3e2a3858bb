import { AsyncResource } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import pg from 'pg';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type {
  Database,
  DatabaseRow,
  ReservedSession,
  ScriptSession,
  SqlSession,
  SqlValue,
  TransactionOptions,
  TransactionTimeout,
} from '../../../ports/database.ts';
import type { LogContinuity } from '../../../ports/log-continuity.ts';
import type { Logger } from '../../../ports/logger.ts';
import { closeIdleConnections } from './close-idle-connections.ts';
import { connectionSettings } from './connection-settings.ts';
import { connectionFailureOf, databaseFailureOf, isSessionUnusable } from './database-failure.ts';
import { ANSWER_GRACE_MS } from './database-times.ts';
import { statementNameOf } from './statement-names.ts';
import { timedClientClass } from './timed-client.ts';
import { typeParsing } from './type-parsing.ts';

/** An outage closes the connections of a pool one by one; it is logged once in this many milliseconds. */
const LOST_PAUSE_MS = 10_000;

/** Connections for one purpose. Durations in milliseconds. */
type PoolOptions = {
  readonly connectionString: string;
  /** The name in the server's list of sessions. */
  readonly applicationName: string;
  readonly maxConnections: number;
  /** Timeout for opening a connection, or for one to become free. */
  readonly connect: number;
  /** Timeout for a lock outside a long transaction; default: half the statement timeout. */
  readonly lock?: number | undefined;
  /** Timeout of a statement, by the kind of its transaction. */
  readonly statement: Readonly<Record<TransactionTimeout, number>>;
  /** Idle time after which a connection is closed; 0 for never. */
  readonly idle: number;
  /** Checks each connection before its first use. */
  readonly continuity?: LogContinuity | undefined;
  readonly logger: Logger;
};

/** A bounded pool of sessions. */
export type Pool = ReservedSession & {
  readonly exclusive: Database['exclusive'];
  readonly close: () => Promise<void>;
};

/** Time for running statements to finish when the pool closes, and again for their connections to close. */
const CLOSE_MS = 1_000;

/** A schema change waits for readers, whose statements last up to 8 s; a frozen process is cut off after 5 s. */
const LONG_LOCK_MS = 15_000;

/**
 * A number that no other program uses, and not that of the log's lock. Without this lock, nodes that start at the
 * same moment would collide in PostgreSQL's catalogue ("duplicate key", "tuple concurrently updated").
 */
const SCHEMA_LOCK = 4702111234474983746n;

const translated = (error: unknown): unknown => databaseFailureOf(error) ?? error;

const send = async (
  client: pg.ClientBase,
  text: string,
  values: readonly SqlValue[],
): Promise<readonly DatabaseRow[]> => {
  const name = statementNameOf(text);
  const result = await client.query<DatabaseRow>({ text, values: [...values], ...(name ? { name } : {}) });
  return result.rows;
};

/** A session that rejects with the driver's own errors. */
const plainSessionOf = (client: pg.ClientBase): SqlSession => ({
  query: (text, values = []) => send(client, text, values),
});

const sessionOf = (client: pg.ClientBase): SqlSession => ({
  query: async (text, values = []) => {
    try {
      return await send(client, text, values);
    } catch (error) {
      throw translated(error);
    }
  },
});

/** The statements that begin a transaction, in one round trip. */
const beginOf = ({ timeout, durable }: TransactionOptions, longMs: number): string =>
  [
    'begin',
    ...(timeout === 'long'
      ? [`set local statement_timeout = ${longMs}`, `set local lock_timeout = ${LONG_LOCK_MS}`]
      : []),
    ...(durable === 'with-next' ? ['set local synchronous_commit = off'] : []),
  ].join('; ');

/** Runs a schema change under a lock that all nodes take. */
const workExclusively = async <T>(
  client: pg.PoolClient,
  work: (session: ScriptSession) => Promise<T>,
): Promise<T> => {
  // Waits without limit for another node's schema change.
  await client.query(`set local lock_timeout = 0; select pg_advisory_xact_lock(${SCHEMA_LOCK})`);
  // A session caches that a table is missing, and sees others' changes only at the start of a transaction, which was
  // before the wait, and when it first locks a relation.
  await client.query('select from pg_catalog.pg_namespace limit 0');
  await client.query(`set local lock_timeout = ${LONG_LOCK_MS}`);
  const session = sessionOf(client);
  return work({
    ...session,
    execute: async (script) => {
      try {
        await client.query(script);
      } catch (error) {
        throw translated(error);
      }
    },
  });
};

/**
 * A pool with timeouts on both sides. A connection that breaks or goes silent fails its current statements and is
 * never reused; idle connections are most likely broken too and are closed as well.
 */
export const openPool = (options: PoolOptions): Pool => {
  const { logger, statement, applicationName, continuity } = options;
  const about = { component: 'database', connection: applicationName };
  const clients = new Set<pg.PoolClient>();
  const checked = new WeakSet<pg.PoolClient>();

  const TimedClient = timedClientClass(statement.usual + ANSWER_GRACE_MS, () => {
    logger.warn(about, 'A database connection went silent and was closed.');
    closeIdleConnections(pool);
  });
  const pool = new pg.Pool({
    ...connectionSettings(statement.usual, options.lock),
    connectionString: options.connectionString,
    application_name: applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: options.connect,
    idleTimeoutMillis: options.idle,
    types: typeParsing,
    Client: TimedClient,
  });
  let lastLost = Number.NEGATIVE_INFINITY;
  // Bound outside any request: the one for which the connection was opened is long over.
  const onLost = AsyncResource.bind(() => {
    const now = performance.now();
    if (now - lastLost > LOST_PAUSE_MS) logger.warn(about, 'Idle database connections were lost.');
    lastLost = now;
  });
  pool.on('error', onLost);
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));

  /** Lends a connection to some work. It is destroyed if the work gives it up or it is no longer usable. */
  const borrow = async <T>(work: (client: pg.PoolClient, giveUp: () => void) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw connectionFailureOf(error);
    });
    let givenUp = false;
    try {
      if (continuity && !checked.has(client)) {
        givenUp = true;
        if (await continuity.check(plainSessionOf(client))) checked.add(client);
        givenUp = false;
      }
      // A connection to the former server may still answer.
      continuity?.broken.throwIfAborted();
      return await work(client, () => {
        givenUp = true;
      });
    } catch (error) {
      const spent = isSessionUnusable(error instanceof Failure ? error.cause : error);
      if (spent) {
        givenUp = true;
        closeIdleConnections(pool);
      }
      throw translated(error);
    } finally {
      client.release(givenUp);
    }
  };

  /** If every projection caught up at the same time, no connection would remain for requests. */
  const longTurns = pLimit(Math.max(1, Math.floor(options.maxConnections / 2)));

  const transactNow = <T>(
    work: (client: pg.PoolClient) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> =>
    borrow(async (client, giveUp) => {
      const timed = client instanceof TimedClient ? client : undefined;
      if (timed) timed.answerWithin = statement[options.timeout ?? 'usual'] + ANSWER_GRACE_MS;
      try {
        await client.query(beginOf(options, statement.long));
        const result = await work(client);
        const { command } = await client.query('commit');
        // The server answers ROLLBACK when a statement failed and the work ignored that.
        if (command !== 'COMMIT')
          throw new Failure(
            failure('internal_error', 'A transaction with a failed statement was not committed.'),
          );
        return result;
      } catch (error) {
        await client.query('rollback').catch(giveUp);
        throw error;
      } finally {
        if (timed) timed.answerWithin = statement.usual + ANSWER_GRACE_MS;
      }
    });

  const transact = <T>(
    work: (client: pg.PoolClient) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> =>
    options.timeout === 'long' ? longTurns(() => transactNow(work, options)) : transactNow(work, options);

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const ended = pool.end();
    await Promise.race([ended, pause(CLOSE_MS, undefined, { ref: false })]);
    for (const client of clients) client.connection.stream.destroy();
    await Promise.race([ended, pause(CLOSE_MS, undefined, { ref: false })]);
  };

  return {
    query: (text, values = []) => borrow((client) => send(client, text, values)),
    transaction: (work, options = {}) => transact((client) => work(sessionOf(client)), options),
    exclusive: (work) => transact((client) => workExclusively(client, work), { timeout: 'long' }),
    close: () => {
      closed ??= close();
      return closed;
    },
  };
};
