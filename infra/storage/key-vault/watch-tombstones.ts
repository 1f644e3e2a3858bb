import { z } from 'zod';
import { describeError } from '../../../domain/kernel/describe-error.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { Database } from '../../../ports/database.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { PostgresKeyVault } from './postgres-key-vault.ts';

/** Milliseconds between two looks. */
const LOOK_EVERY_MS = 2000;
/**
 * Milliseconds after which what was not looked at counts as gone: a process that stood still, or that the database was
 * silent to, drops what it has in memory rather than show what may have been erased meanwhile.
 */
const STALE_AFTER_MS = 10_000;
/** How far back each check reaches, so that a destruction that commits late, or by another clock, is not missed. */
const OVERLAP = '10 minutes';

const lookSql = `
  select encode(subject_hash, 'hex') as id from vault.subject_keys
   where destroyed_at is not null and destroyed_at > now() - interval '${OVERLAP}'`;

const row = z.object({ id: z.string() });

type TombstoneWatch = {
  readonly database: Database;
  readonly vault: Pick<PostgresKeyVault, 'noteDestroyed' | 'noteLooked'>;
  readonly logger: Logger;
  /** Milliseconds; 2,000 by default. */
  readonly lookEvery?: number;
  /** Milliseconds of this machine, which advance while the process or the machine is frozen. */
  readonly now?: () => number;
};

/**
 * Looks for destroyed keys in the table itself, so that no node depends on a message: a notification is lost with
 * its connection, and a frozen process gets none. After a gap everything in memory that was opened with any key is
 * dropped before the check, whatever its result. Returns a function that stops.
 */
export const watchTombstones = (options: TombstoneWatch): (() => Promise<void>) => {
  const { database, vault, logger, lookEvery = LOOK_EVERY_MS, now = Date.now } = options;
  const stopped = new AbortController();
  let known: ReadonlySet<string> | undefined;
  let looked = now();

  const look = async (): Promise<void> => {
    const found = new Set((await database.query(lookSql)).map((found) => row.parse(found).id));
    // Keys in the first result were destroyed before anything was read here.
    if (known) for (const id of found) if (!known.has(id)) vault.noteDestroyed(id);
    known = found;
    looked = now();
    vault.noteLooked();
  };

  const watch = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const gap = now() - looked;
      // A clock that was set back says nothing of how long it was.
      if (gap > STALE_AFTER_MS || gap < 0) {
        vault.noteDestroyed(undefined);
        looked = now();
      }
      await look().catch((error: unknown) => {
        const { message } = describeError(error);
        logger.debug({ component: 'key-vault', error: message }, 'Destroyed keys could not be looked for.');
      });
      await abortablePause(lookEvery, stopped.signal);
    }
  };

  const watching = watch();
  return async () => {
    stopped.abort();
    await watching;
  };
};
