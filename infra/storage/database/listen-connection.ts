import pg from 'pg';
import type { DatabaseRow, SqlSession } from '../../../ports/database.ts';
import type { Logger } from '../../../ports/logger.ts';
import { connectionSettings } from './connection-settings.ts';
import { databaseFailureOf } from './database-failure.ts';
import { timedClientClass } from './timed-client.ts';

/** Durations in milliseconds. */
type ListenOptions = {
  readonly connectionString: string;
  /** For the connection to be made. */
  readonly connect: number;
  /** For an answer of the server. */
  readonly statement: number;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Checks a new connection; rejects where it must not be used. */
  readonly check: ((session: SqlSession) => Promise<unknown>) | undefined;
  readonly logger: Logger;
};

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** A connection on which nothing comes may be a quiet one or a dead one; so often it is asked. */
const CHECK_EVERY_MS = 10_000;

/**
 * Listens on a dedicated connection. One that breaks or no longer answers is replaced for as long as it takes, with
 * growing pauses, and followed by an empty notification: something may have been missed. Answers how to stop.
 */
export const listenOnConnection = async (options: ListenOptions): Promise<() => Promise<void>> => {
  const { channel, onNotification, logger } = options;
  const about = { component: 'database', connection: 'anamnesis-listen' };
  const Client = timedClientClass(options.statement, () =>
    logger.warn(about, 'The notification connection went silent and was given up; polling goes on.'),
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
        // The `end` event follows; its handler reconnects.
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
      logger.warn(about, 'The notification connection could not be opened; polling goes on.');
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
