import { readFileSync } from 'node:fs';
import { Failure, failure } from '../../domain/kernel/failure.ts';

/**
 * The open files that the process needs. In measurements, an embedded installation had up to 280 open, 220 of them by the
 * database, which opens one for each table and index in use.
 */
const NEEDED = 512;

/** The limit of this process; undefined when the system has none or does not report it. */
const limitOfProcess = (): number | undefined => {
  if (process.platform !== 'linux') return undefined;
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
};

/**
 * Throws `unavailable`, with a sentence for the operator, when the limit of open files is too low for the embedded
 * database, which would otherwise fail later with a misleading message.
 */
export const requireOpenFiles = (limit: () => number | undefined = limitOfProcess): void => {
  const allowed = limit();
  if (allowed === undefined || allowed >= NEEDED) return;
  throw new Failure(
    failure(
      'unavailable',
      `This process may open ${allowed} files, but the embedded database needs ${NEEDED}. Raise the limit ("ulimit -n ${NEEDED}", LimitNOFILE of systemd, --ulimit of Docker), or set DATABASE_URL.`,
      { component: 'database' },
    ),
  );
};
