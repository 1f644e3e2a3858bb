import { Cluster, Redis } from 'ioredis';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Logger } from '../../../ports/logger.ts';
import { isCertificateProblem } from '../../installation/tls/is-certificate-problem.ts';
import type { RedisClient } from './redis-connection.ts';
import { errorCodeOf, NOT_TRUSTED } from './redis-failures.ts';

/**
 * Maximum bytes on one connection without a complete response. All pieces of all drafts shown by a node are a third of
 * it; incomplete responses are held in memory.
 */
const UNFINISHED_BYTES = 64 * 1024 * 1024;
const CONNECT_AGAIN_MS = 500;
/** State shared by all clients of a connection. */
export type ClientWatch = {
  readonly logger: Logger;
  readonly report: ComponentMonitor['report'];
  /** Called when the server failed and must be probed. */
  readonly onFailure: () => void;
  isAway: boolean;
  isCertificate: boolean;
  /** Set before the clients are closed. */
  isClosed: boolean;
};

/** Drops a connection on which a response never ends; call the result after each complete response. */
export const breakEndless = (client: RedisClient, { report }: Pick<ClientWatch, 'report'>): (() => void) => {
  let unfinished = 0;
  const measure = (connection: Redis): void => {
    connection.on('connect', () => {
      unfinished = 0;
      connection.stream.on('data', (bytes: Uint8Array) => {
        unfinished += bytes.byteLength;
        if (unfinished <= UNFINISHED_BYTES) return;
        connection.stream.destroy();
        report('redis', 'failed', 'endless answer');
      });
    });
  };
  if (client instanceof Redis) measure(client);
  else client.on('+node', measure);
  return () => {
    unfinished = 0;
  };
};

/** Reports when a client loses its server and when it reconnects. */
export const watchClient = <Client extends RedisClient>(client: Client, watch: ClientWatch): Client => {
  const { logger, report, onFailure } = watch;
  const lost = (error: unknown): void => {
    watch.isCertificate = isCertificateProblem(error);
    const reason = watch.isCertificate ? 'certificate' : errorCodeOf(error);
    report('redis', 'failed', reason);
    onFailure();
    if (!watch.isAway)
      logger.warn(
        { component: 'redis', reason },
        watch.isCertificate ? NOT_TRUSTED : 'Redis cannot be reached.',
      );
    watch.isAway = true;
    // The client would continue in a database other than the chosen one.
    if (error instanceof Error && /DB index/.test(error.message)) client.disconnect(true);
  };
  client.on('error', lost);
  if (client instanceof Cluster) {
    let cause: unknown;
    // The other nodes continue, and its keys move to another one: the cluster is lost only with all of them.
    client.on('node error', (error: unknown) => {
      cause = error;
      onFailure();
    });
    client.on('reconnecting', () => lost(cause));
  }
  // The client gives up if it loses the master between two steps of connecting.
  client.on('end', () => {
    if (!watch.isClosed) setTimeout(() => client.connect().catch(() => {}), CONNECT_AGAIN_MS).unref();
  });
  client.on('ready', () => {
    report('redis', 'ok');
    if (watch.isAway) logger.info({ component: 'redis' }, 'Redis is available again.');
    watch.isAway = false;
  });
  return client;
};
