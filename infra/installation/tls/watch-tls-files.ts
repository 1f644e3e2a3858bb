import type { Logger } from '../../../ports/logger.ts';
import { readTlsFiles, type TlsFiles, type TlsMaterial, TlsProblem } from './read-tls-files.ts';

type WatchOptions = {
  readonly files: TlsFiles;
  readonly current: TlsMaterial;
  readonly use: (material: TlsMaterial) => void;
  readonly logger: Logger;
  readonly now: () => number;
  /** Milliseconds between checks. */
  readonly interval?: number;
};

/** Certificates change every few weeks, so a minute is soon enough; polling also notices swapped links (Kubernetes). */
const INTERVAL_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const WARN_BEFORE_MS = 14 * DAY_MS;

/**
 * Watches the files and uses a changed certificate as soon as it is valid. An invalid one is logged, and the current
 * one stays in use. Warns daily when the current one is about to expire. Returns a function that stops watching.
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
    if (left > 0) logger.warn({ validUntil }, 'The TLS certificate expires soon: renew it.');
    else logger.error({ validUntil }, 'The TLS certificate has expired: clients refuse to connect.');
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
      // While both files are being replaced, they do not match for a moment.
      if (problem !== lastProblem)
        logger.error({ problem }, 'The TLS certificate was not renewed; the previous one stays in use.');
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
