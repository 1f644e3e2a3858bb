import { getCACertificates } from 'node:tls';
import type { ClusterOptions, RedisOptions } from 'ioredis';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { RedisConfiguration } from './redis-configuration.ts';

const CONNECT_MS = 2000;
/** A connection without an answer for this long is dropped and made again. */
const SILENT_MS = 2000;
/** Milliseconds between attempts to connect: 100, 200 … 2,000, with up to a tenth more so that nodes do not come together. */
const retryStrategy = (times: number): number =>
  Math.min(2000, 100 * 2 ** Math.min(times - 1, 5)) * (1 + Math.random() / 10);

/** What a client of one server and the clients of a cluster's nodes have in common. */
const commonSettings = ({ tls, user, password }: RedisConfiguration, ca: string | undefined) => {
  // What is named replaces the usual authorities unless these are named too.
  const trusted = tls ? (ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }) : undefined;
  return {
    // Replies as in RESP2: finer distinctions are not needed here.
    replyMapping: 'legacy',
    ...omitUndefined({ username: user, password, tls: trusted }),
    connectionName: 'anamnesis',
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    // Callers go on without it: nothing waits for a server to come back, and nothing is sent twice.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  } as const;
};

/** How the client of one server is set up, or that of the master which sentinels name. */
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
    // After a failover the old address may be a replica: the name is resolved again, and the sentinels are asked again.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  };
};

/** Milliseconds between looks at which node has which keys, as long as no node says that it has them no more. */
const LOOK_MS = 2000;

/** How the client of a cluster is set up. */
export const clusterSettingsOf = (
  configuration: RedisConfiguration,
  ca: string | undefined,
): ClusterOptions & { readonly redisOptions: { readonly replyMapping: 'legacy' } } => ({
  keyPrefix: configuration.prefix,
  redisOptions: commonSettings(configuration, ca),
  clusterRetryStrategy: retryStrategy,
  // What goes to a node that is being connected waits for that, and for no longer: callers give up by themselves.
  enableOfflineQueue: true,
  slotsRefreshInterval: LOOK_MS,
  slotsRefreshTimeout: CONNECT_MS,
  // A node that has handed keys over did nothing; one that broke off may have.
  maxRedirections: 3,
  retryDelayOnFailover: 0,
  retryDelayOnClusterDown: 0,
});
