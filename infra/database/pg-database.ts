import pg from 'pg';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Database, DatabaseRow, SqlSession, SqlValue } from '../../ports/database.ts';
import type { Logger } from '../../ports/logger.ts';

const OID = { int8: 20, numeric: 1700, date: 1082, timestamptz: 1184 } as const;

/** The same reading of values as in the embedded database: exact numbers, ISO 8601 instants, plain dates. */
const parsers = new Map<number, (value: string) => unknown>([
  [OID.int8, Number],
  [OID.numeric, Number],
  [OID.date, (value) => value],
  [OID.timestamptz, (value) => new Date(value).toISOString()],
]);

const typeParsing: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
};

/** Statements are few and static; each text is prepared once per connection under a name of its own. */
const statementNames = new Map<string, string>();
const MAX_PREPARED_STATEMENTS = 1000;
const statementNameOf = (text: string): string | undefined => {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= MAX_PREPARED_STATEMENTS) return known;
  const name = `anamnesis_${statementNames.size}`;
  statementNames.set(text, name);
  return name;
};

/** What PostgreSQL and the network say when the server is gone or going (classes 08 and 57P, Node.js codes). */
const lostConnection = /^(?:08...|57P0[1-5]|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** Errors of the driver itself, which carry no code. */
const lostConnectionText =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

/** An unreachable server as the typed failure that it is; every other error as it came. */
const translated = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (!lostConnection.test(code) && !lostConnectionText.test(error.message)) return error;
  return new Failure(
    failure('unavailable', 'The database cannot be reached at the moment. Try again shortly.', {
      component: 'database',
      retryAfter: 1,
    }),
    { cause: error },
  );
};

const run = async (
  client: pg.ClientBase | pg.Pool,
  text: string,
  values: readonly SqlValue[],
): Promise<readonly DatabaseRow[]> => {
  const name = statementNameOf(text);
  try {
    const result = await client.query<DatabaseRow>({ text, values: [...values], ...(name ? { name } : {}) });
    return result.rows;
  } catch (error) {
    throw translated(error);
  }
};

const sessionOf = (client: pg.PoolClient): SqlSession => ({
  query: (text, values = []) => run(client, text, values),
});

export type PgDatabaseOptions = {
  readonly connectionString: string;
  /** Most connections at once. */
  readonly maxConnections?: number;
  /** Milliseconds after which a statement is cancelled by the server. */
  readonly statementTimeout?: number;
  readonly logger: Logger;
};

const RECONNECT_DELAY_MS = 500;

/** Listens on a connection of its own, reconnects for ever, and hints after each reconnect: something may be missed. */
const startListening = async (
  config: pg.ClientConfig,
  channel: string,
  onNotification: (payload: string) => void,
  logger: Logger,
): Promise<() => Promise<void>> => {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client(config);
    next.on('notification', (message) => onNotification(message.payload ?? ''));
    next.on('error', () => {});
    next.on('end', () => scheduleReconnect());
    client = next;
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
  };
  const scheduleReconnect = (): void => {
    if (stopped || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      connect().then(
        () => onNotification(''),
        () => {
          logger.warn(
            { component: 'database' },
            'The notification connection could not be opened; polling goes on.',
          );
          scheduleReconnect();
        },
      );
    }, RECONNECT_DELAY_MS);
  };

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
};

/** A PostgreSQL server, through a bounded pool. */
export const openPgDatabase = async (options: PgDatabaseOptions): Promise<Database & { kind: 'server' }> => {
  const config: pg.PoolConfig = {
    connectionString: options.connectionString,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: options.statementTimeout ?? 60_000,
    types: typeParsing,
    application_name: 'anamnesis',
  };
  const pool = new pg.Pool(config);
  pool.on('error', () => {
    options.logger.warn({ component: 'database' }, 'An idle database connection was lost.');
  });
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    kind: 'server',
    query: (text, values = []) => run(pool, text, values),
    execute: async (script) => {
      await pool.query(script);
    },
    transaction: async (work) => {
      const client = await pool.connect().catch((error: unknown) => {
        throw translated(error);
      });
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const result = await work(sessionOf(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((rollbackError: Error) => {
          broken = rollbackError;
        });
        throw translated(error);
      } finally {
        client.release(broken);
      }
    },
    listen: (channel, onNotification) =>
      startListening(
        { connectionString: options.connectionString, application_name: 'anamnesis-listen' },
        channel,
        onNotification,
        options.logger,
      ),
    close: () => pool.end(),
  };
};
