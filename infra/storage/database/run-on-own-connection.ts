import type { Database, DatabaseRow, SqlSession } from '../../../ports/database.ts';
import type { Logger } from '../../../ports/logger.ts';
import { connectionSettings } from './connection-settings.ts';
import { connectionFailureOf, databaseFailureOf } from './database-failure.ts';
import { ANSWER_GRACE_MS } from './database-times.ts';
import { timedClientClass } from './timed-client.ts';

type ApartOptions = {
  readonly connectionString: string;
  /** Timeout in milliseconds for opening the connection. */
  readonly connect: number;
  /** Checks a new connection; rejects if it must not be used. */
  readonly check: ((session: SqlSession) => Promise<unknown>) | undefined;
  readonly logger: Logger;
};

/**
 * How often the server checks that this process is still connected while a statement runs: otherwise it would finish
 * statements whose caller is gone. A server without this setting returns an error, which is harmless.
 */
const CHECK_CLIENT = `set client_connection_check_interval = '2s'`;

/**
 * Implements `Database.apart` for a server: each work gets its own connection, which is closed when the work ends or
 * is aborted.
 */
export const runOnOwnConnection =
  ({ connectionString, connect, check, logger }: ApartOptions): NonNullable<Database['apart']> =>
  async (work, { milliseconds, signal }) => {
    signal.throwIfAborted();
    const about = { component: 'database', connection: 'anamnesis-apart' };
    const Client = timedClientClass(milliseconds + ANSWER_GRACE_MS, () =>
      logger.warn(about, 'The connection of a long statement went silent and was closed.'),
    );
    const client = new Client({
      ...connectionSettings(milliseconds),
      connectionString,
      connectionTimeoutMillis: connect,
      application_name: about.connection,
    });
    const cut = (): void => void client.connection.stream.destroy();
    const session: SqlSession = {
      query: async (text, values = []) => (await client.query<DatabaseRow>(text, [...values])).rows,
    };
    try {
      await client.connect().catch((error: unknown) => {
        throw connectionFailureOf(error);
      });
      await check?.(session);
      await client.query(CHECK_CLIENT).catch(() => {});
      signal.throwIfAborted();
      signal.addEventListener('abort', cut, { once: true });
      return await work(session);
    } catch (error) {
      signal.throwIfAborted();
      throw databaseFailureOf(error) ?? error;
    } finally {
      signal.removeEventListener('abort', cut);
      await client.end().catch(() => {});
    }
  };
