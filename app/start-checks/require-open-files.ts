import { readFileSync } from 'node:fs';
import { Failure, failure } from '../../domain/kernel/failure.ts';

/**
 * Files that the process may have open at once. An embedded installation held up to 280 where measured, 220 of them
 * of the database, which opens one for each table and index in use.
 */
const NEEDED = 512;

/** The limit of this process; undefined where the system has none or does not report it. */
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
 * Throws `unavailable`, with a sentence for the operator, when the embedded database could not open all its files: it
 * would fail halfway, with a message about something else.
 */
export const requireOpenFiles = (limit: () => number | undefined = limitOfProcess): void => {
  const allowed = limit();
  if (allowed === undefined || allowed >= NEEDED) return;
  throw new Failure(
    failure(
      'unavailable',
      `This process may have ${allowed} files open, and the embedded database needs ${NEEDED}. Raise the limit ("ulimit -n ${NEEDED}", LimitNOFILE of systemd, --ulimit of Docker), or set DATABASE_URL.`,
      { component: 'database' },
    ),
  );
};
