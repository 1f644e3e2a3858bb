import { Cluster, Redis } from 'ioredis';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Logger } from '../../../ports/logger.ts';
import { isCertificateProblem } from '../../installation/tls/is-certificate-problem.ts';
import type { RedisClient } from './redis-connection.ts';
import { NOT_TRUSTED, wordOf } from './redis-failures.ts';

/**
 * Bytes on one connection without a single answer coming to its end. All pieces of all drafts that a node shows are a third
 * of it; what is still being received is in memory.
 */
const UNFINISHED_BYTES = 64 * 1024 * 1024;
const CONNECT_AGAIN_MS = 500;
/** What all clients of a connection have in common. */
export type ClientWatch = {
  readonly logger: Logger;
  readonly report: ComponentMonitor['report'];
  /** The server failed: somebody has to find out when it is well again. */
  readonly onFailure: () => void;
  isAway: boolean;
  isCertificate: boolean;
  /** Set before the clients are closed. */
  isClosed: boolean;
};

/** Breaks a connection on which an answer does not end; the result is to be called when one has ended. */
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

/** Reports when a client loses its server, and when it is back. */
export const watchClient = <Client extends RedisClient>(client: Client, watch: ClientWatch): Client => {
  const { logger, report, onFailure } = watch;
  const lost = (error: unknown): void => {
    watch.isCertificate = isCertificateProblem(error);
    const reason = watch.isCertificate ? 'certificate' : wordOf(error);
    report('redis', 'failed', reason);
    onFailure();
    if (!watch.isAway)
      logger.warn(
        { component: 'redis', reason },
        watch.isCertificate ? NOT_TRUSTED : 'Redis cannot be reached.',
      );
    watch.isAway = true;
    // The client would go on in another database than the one that was chosen.
    if (error instanceof Error && /DB index/.test(error.message)) client.disconnect(true);
  };
  client.on('error', lost);
  if (client instanceof Cluster) {
    let cause: unknown;
    // The others go on without it, and its keys get another node: only with all of them is the cluster lost.
    client.on('node error', (error: unknown) => {
      cause = error;
      onFailure();
    });
    client.on('reconnecting', () => lost(cause));
  }
  // The client gives up where it loses its way to a master between two of its steps.
  client.on('end', () => {
    if (!watch.isClosed) setTimeout(() => client.connect().catch(() => {}), CONNECT_AGAIN_MS).unref();
  });
  client.on('ready', () => {
    report('redis', 'ok');
    if (watch.isAway) logger.info({ component: 'redis' }, 'Redis is there again.');
    watch.isAway = false;
  });
  return client;
};
