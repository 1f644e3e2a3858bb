import pg from 'pg';
import type { DatabaseRow, SqlSession } from '../../../ports/database.ts';
import type { Logger } from '../../../ports/logger.ts';
import { connectionSettings } from './connection-settings.ts';
import { databaseFailureOf } from './database-failure.ts';
import { timedClientClass } from './timed-client.ts';

/** Durations in milliseconds. */
type ListenOptions = {
  readonly connectionString: string;
  /** Timeout for opening the connection. */
  readonly connect: number;
  /** Timeout for a response of the server. */
  readonly statement: number;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Checks a new connection; rejects if it must not be used. */
  readonly check: ((session: SqlSession) => Promise<unknown>) | undefined;
  readonly logger: Logger;
};

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** How often a connection is probed: one without notifications may be quiet or dead. */
const CHECK_EVERY_MS = 10_000;

/**
 * Listens on a dedicated connection. A connection that breaks or goes silent is replaced, with growing pauses and
 * without a limit; an empty notification follows, because some may have been missed. Returns a function that stops.
 */
export const listenOnConnection = async (options: ListenOptions): Promise<() => Promise<void>> => {
  const { channel, onNotification, logger } = options;
  const about = { component: 'database', connection: 'anamnesis-listen' };
  const Client = timedClientClass(options.statement, () =>
    logger.warn(about, 'The notification connection went silent and was closed; polling continues.'),
  );
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let check: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;

  const connect = async (): Promise<void> => {
    const next = new Client({
      ...connectionSettings(options.statement),
      connectionString: options.connectionString,
      connectionTimeoutMillis: options.connect,
      application_name: 'anamnesis-listen',
    });
    client = next;
    next.on('notification', (message) => onNotification(message.payload ?? ''));
    try {
      await next.connect();
      await options.check?.({
        query: async (text, values = []) => (await next.query<DatabaseRow>(text, [...values])).rows,
      });
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      next.end().catch(() => {});
      throw databaseFailureOf(error) ?? error;
    }
    next.on('end', scheduleReconnect);
    clearInterval(check);
    check = setInterval(() => {
      next.query('select 1').catch(() => {
        // The `end` event follows, and its handler reconnects.
      });
    }, CHECK_EVERY_MS);
    pause = FIRST_PAUSE_MS;
  };

  const reconnect = async (): Promise<void> => {
    retry = undefined;
    try {
      await connect();
      onNotification('');
    } catch {
      logger.warn(about, 'The notification connection could not be opened; polling continues.');
      scheduleReconnect();
    }
  };

  const scheduleReconnect = (): void => {
    clearInterval(check);
    if (stopped || retry) return;
    // Jitter: the nodes of an installation lose their connections together.
    retry = setTimeout(reconnect, pause * (0.5 + Math.random() / 2));
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  };

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    clearInterval(check);
    await client?.end().catch(() => {});
  };
};
