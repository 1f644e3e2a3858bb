import { getCACertificates } from 'node:tls';
import type { ClusterOptions, RedisOptions } from 'ioredis';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { RedisConfiguration } from './redis-configuration.ts';

const CONNECT_MS = 2000;
/** Milliseconds without a response after which a connection is dropped and reopened. */
const SILENT_MS = 2000;
/**
 * Milliseconds between connection attempts: 100, 200 … 2,000, plus up to a tenth so that nodes do not reconnect in
 * step.
 */
const retryStrategy = (times: number): number =>
  Math.min(2000, 100 * 2 ** Math.min(times - 1, 5)) * (1 + Math.random() / 10);

/** Settings shared by the client of one server and the clients of cluster nodes. */
const commonSettings = ({ tls, user, password }: RedisConfiguration, ca: string | undefined) => {
  // A `ca` option replaces the default authorities unless they are listed too.
  const trusted = tls ? (ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }) : undefined;
  return {
    // Replies as in RESP2: the finer types of RESP3 are not needed.
    replyMapping: 'legacy',
    ...omitUndefined({ username: user, password, tls: trusted }),
    connectionName: 'anamnesis',
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    // Callers proceed without Redis: no command waits for a server to come back, and none is sent twice.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  } as const;
};

/** The settings of the client for one server, or for the master named by sentinels. */
export const redisSettingsOf = (
  configuration: RedisConfiguration,
  ca: string | undefined,
): RedisOptions & { readonly replyMapping: 'legacy' } => {
  const { mode, addresses, master, database, tls, sentinelPassword } = configuration;
  const common = commonSettings(configuration, ca);
  return {
    ...common,
    ...(mode === 'sentinel'
      ? {
          sentinels: [...addresses],
          role: 'master',
          sentinelRetryStrategy: retryStrategy,
          sentinelCommandTimeout: CONNECT_MS,
          enableTLSForSentinelMode: tls,
          ...omitUndefined({ name: master, sentinelPassword, sentinelTLS: common.tls }),
        }
      : addresses[0]),
    db: database,
    retryStrategy,
    enableOfflineQueue: false,
    // After a failover the old address may be a replica: the name is resolved again, and the sentinels are queried
    // again.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  };
};

/** Milliseconds between refreshes of the slot map, as long as no node redirects. */
const LOOK_MS = 2000;

/** The settings of the client for a cluster. */
export const clusterSettingsOf = (
  configuration: RedisConfiguration,
  ca: string | undefined,
): ClusterOptions & { readonly redisOptions: { readonly replyMapping: 'legacy' } } => ({
  keyPrefix: configuration.prefix,
  redisOptions: commonSettings(configuration, ca),
  clusterRetryStrategy: retryStrategy,
  // A command for a node that is connecting waits only for that: callers have timeouts of their own.
  enableOfflineQueue: true,
  slotsRefreshInterval: LOOK_MS,
  slotsRefreshTimeout: CONNECT_MS,
  // A redirected command did not run; after a lost connection it may have.
  maxRedirections: 3,
  retryDelayOnFailover: 0,
  retryDelayOnClusterDown: 0,
});
