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
import { databaseFailureOf, isSessionUnusable } from './database-failure.ts';
import { ANSWER_GRACE_MS } from './database-times.ts';
import { statementNameOf } from './statement-names.ts';
import { timedClientClass } from './timed-client.ts';
import { typeParsing } from './type-parsing.ts';

/** An outage ends the connections of a pool one by one; it is logged once. Milliseconds. */
const LOST_PAUSE_MS = 10_000;

/** Connections for one purpose. Durations in milliseconds. */
type PoolOptions = {
  readonly connectionString: string;
  /** As the server's list of sessions shows it. */
  readonly applicationName: string;
  readonly maxConnections: number;
  /** For a connection to be made, or to come free. */
  readonly connect: number;
  /** For a lock outside a long transaction; half the statement's time when absent. */
  readonly lock?: number | undefined;
  /** For a statement, by the timeout of its transaction. */
  readonly statement: Readonly<Record<TransactionTimeout, number>>;
  /** After which an idle connection is closed; 0 for never. */
  readonly idle: number;
  /** Checks each connection before its first use. */
  readonly continuity?: LogContinuity | undefined;
  readonly logger: Logger;
};

/** Sessions from a bounded pool. */
export type Pool = ReservedSession & {
  readonly exclusive: Database['exclusive'];
  readonly close: () => Promise<void>;
};

/** For statements under way when the pool is closed, and once more for their connections to be cut. */
const CLOSE_MS = 1_000;

/** A change of the schema waits for readers, who have 8 s; a wait for a frozen process ends after 5. */
const LONG_LOCK_MS = 15_000;

/**
 * A number that no other program uses; the log's own lock is another one. Nodes that start at the same moment and all make
 * what is missing would else meet in PostgreSQL's catalogue ("duplicate key", "tuple concurrently updated").
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

/** Rejects with what the driver says. */
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

/** Begins a transaction, in one round trip. */
const beginOf = ({ timeout, durable }: TransactionOptions, longMs: number): string =>
  [
    'begin',
    ...(timeout === 'long'
      ? [`set local statement_timeout = ${longMs}`, `set local lock_timeout = ${LONG_LOCK_MS}`]
      : []),
    ...(durable === 'with-next' ? ['set local synchronous_commit = off'] : []),
  ].join('; ');

/** Changes the schema under a lock that all nodes take. */
const workExclusively = async <T>(
  client: pg.PoolClient,
  work: (session: ScriptSession) => Promise<T>,
): Promise<T> => {
  // Waits without limit for another node's schema change.
  await client.query(`set local lock_timeout = 0; select pg_advisory_xact_lock(${SCHEMA_LOCK})`);
  // A session caches that a table was missing. It sees others' changes only at the start of a transaction, before the
  // wait, and when it first locks a relation.
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
 * A pool whose waiting has an end on both sides. A connection that breaks or goes silent fails what is under way on it
 * and is never used again; those that are idle are most likely broken too and are closed with it.
 */
export const openPool = (options: PoolOptions): Pool => {
  const { logger, statement, applicationName, continuity } = options;
  const about = { component: 'database', connection: applicationName };
  const clients = new Set<pg.PoolClient>();
  const checked = new WeakSet<pg.PoolClient>();

  const TimedClient = timedClientClass(statement.usual + ANSWER_GRACE_MS, () => {
    logger.warn(about, 'A database connection went silent and was given up.');
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
  // In no request's context: the connection was made for one that is long over.
  const onLost = AsyncResource.bind(() => {
    const now = performance.now();
    if (now - lastLost > LOST_PAUSE_MS) logger.warn(about, 'Idle database connections were lost.');
    lastLost = now;
  });
  pool.on('error', onLost);
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));

  /** Lends a connection to some work. One that the work gives up, or that is no longer usable, does not come back. */
  const borrow = async <T>(work: (client: pg.PoolClient, giveUp: () => void) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw translated(error);
    });
    let givenUp = false;
    try {
      if (continuity && !checked.has(client)) {
        givenUp = true;
        if (await continuity.check(plainSessionOf(client))) checked.add(client);
        givenUp = false;
      }
      // Also on a connection to the former server, which may still answer.
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

  /** Every projection catching up at once would leave no connection to those who wait for an answer. */
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
        // The server answers so when a statement failed and the work went on as if it had not.
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
