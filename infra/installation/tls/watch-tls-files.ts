import type { Logger } from '../../../ports/logger.ts';
import { readTlsFiles, type TlsFiles, type TlsMaterial, TlsProblem } from './read-tls-files.ts';

type WatchOptions = {
  readonly files: TlsFiles;
  readonly current: TlsMaterial;
  readonly use: (material: TlsMaterial) => void;
  readonly logger: Logger;
  readonly now: () => number;
  /** Milliseconds between looks. */
  readonly interval?: number;
};

/** Certificates change every few weeks; a minute is soon enough, and sees links that are swapped (Kubernetes) too. */
const INTERVAL_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const WARN_BEFORE_MS = 14 * DAY_MS;

/**
 * Looks again and again whether the files have changed, and uses what they hold as soon as it can be used. What cannot
 * is said in the log, and the certificate before stays. Says daily when that is about to end. Answers how to stop.
 */
export const watchTlsFiles = ({ files, current, use, logger, now, interval = INTERVAL_MS }: WatchOptions) => {
  let used = current;
  let lastProblem = '';
  let warnedAt = 0;
  const warnOfEnd = (): void => {
    const left = used.validUntil - now();
    if (left > WARN_BEFORE_MS || now() - warnedAt < DAY_MS) return;
    warnedAt = now();
    const validUntil = new Date(used.validUntil).toISOString();
    if (left > 0) logger.warn({ validUntil }, 'The TLS certificate ends soon: renew it.');
    else logger.error({ validUntil }, 'The TLS certificate has ended: callers refuse to connect.');
  };
  const look = async (): Promise<void> => {
    try {
      const read = await readTlsFiles(files, now());
      lastProblem = '';
      if (read.cert !== used.cert || read.key !== used.key) {
        use(read);
        used = read;
        logger.info(
          { validUntil: new Date(read.validUntil).toISOString() },
          'A new TLS certificate is in use.',
        );
      }
    } catch (error) {
      const problem = error instanceof TlsProblem ? error.message : 'The TLS files could not be used.';
      // Half a pair is there for a moment while both files are replaced.
      if (problem !== lastProblem)
        logger.error({ problem }, 'The TLS certificate is not renewed; the one before stays in use.');
      lastProblem = problem;
    }
    warnOfEnd();
  };
  warnOfEnd();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, interval);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
};
