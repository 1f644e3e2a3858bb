import { getCACertificates } from 'node:tls';
import type { RedisOptions } from 'ioredis';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { RedisConfiguration } from './redis-configuration.ts';

const CONNECT_MS = 2000;
/** A connection without an answer for this long is dropped and made again. */
const SILENT_MS = 2000;
/** Milliseconds between attempts to connect: 100, 200 … 2,000, with up to a tenth more so that nodes do not come together. */
const retryStrategy = (times: number): number =>
  Math.min(2000, 100 * 2 ** Math.min(times - 1, 5)) * (1 + Math.random() / 10);
export type RedisSettings = RedisOptions & { readonly replyMapping: 'legacy' };

/** How the client of Redis is set up. */
export const redisSettingsOf = (
  { host, port, database, tls, user, password }: RedisConfiguration,
  ca: string | undefined,
): RedisSettings => ({
  // Replies as in RESP2: finer distinctions are not needed here.
  replyMapping: 'legacy',
  host,
  port,
  db: database,
  ...omitUndefined({ username: user, password }),
  // What is named replaces the usual authorities unless these are named too.
  ...(tls ? { tls: ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] } } : {}),
  connectionName: 'anamnesis',
  connectTimeout: CONNECT_MS,
  socketTimeout: SILENT_MS,
  retryStrategy,
  // Callers go on without it: nothing waits for a server to come back, and nothing is sent twice.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // After a failover the old address may be a replica: the name is resolved again.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
});
