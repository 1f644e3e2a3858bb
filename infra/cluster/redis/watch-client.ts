import type { Redis } from 'ioredis';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Logger } from '../../../ports/logger.ts';
import { isCertificateProblem } from '../../installation/tls/is-certificate-problem.ts';
import { NOT_TRUSTED, wordOf } from './redis-failures.ts';

/**
 * Bytes on one connection without a single answer coming to its end. All pieces of all drafts that a node shows are a third
 * of it; what is still being received is in memory.
 */
const UNFINISHED_BYTES = 64 * 1024 * 1024;
/** What all clients of a connection have in common. */
export type ClientWatch = {
  readonly logger: Logger;
  readonly report: ComponentMonitor['report'];
  /** The server failed: somebody has to find out when it is well again. */
  readonly onFailure: () => void;
  isAway: boolean;
  isCertificate: boolean;
};

/** Breaks a connection on which an answer does not end; the result is to be called when one has ended. */
export const breakEndless = (client: Redis, { report }: Pick<ClientWatch, 'report'>): (() => void) => {
  let unfinished = 0;
  client.on('connect', () => {
    unfinished = 0;
    client.stream.on('data', (bytes: Uint8Array) => {
      unfinished += bytes.byteLength;
      if (unfinished <= UNFINISHED_BYTES) return;
      client.stream.destroy();
      report('redis', 'failed', 'endless answer');
    });
  });
  return () => {
    unfinished = 0;
  };
};
/** Reports when a client loses its server, and when it is back. */
export const watchClient = (client: Redis, watch: ClientWatch): Redis => {
  const { logger, report, onFailure } = watch;
  client.on('error', (error: unknown) => {
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
  });
  client.on('ready', () => {
    report('redis', 'ok');
    if (watch.isAway) logger.info({ component: 'redis' }, 'Redis is there again.');
    watch.isAway = false;
  });
  return client;
};
