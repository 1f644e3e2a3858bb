import { z } from 'zod';
import { describeError } from '../../../domain/kernel/describe-error.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { Database } from '../../../ports/database.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { PostgresKeyVault } from './postgres-key-vault.ts';

/** Milliseconds between two checks. */
const LOOK_EVERY_MS = 2000;
/**
 * Milliseconds without a check after which all cached keys count as destroyed: a process that was frozen, or cut off
 * from the database, drops its memory rather than show content that may have been erased meanwhile.
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
  /** Milliseconds; default: 2,000. */
  readonly lookEvery?: number;
  /** Milliseconds of this machine, which advance while the process or the machine is frozen. */
  readonly now?: () => number;
};

/**
 * Checks the table for destroyed keys, so that no node depends on notifications: one is lost with its connection, and
 * a frozen process gets none. After a gap, all decrypted content in memory is dropped before the check, whatever its
 * result. Returns a function that stops.
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
      // A clock that was set back does not show how long the gap was.
      if (gap > STALE_AFTER_MS || gap < 0) {
        vault.noteDestroyed(undefined);
        looked = now();
      }
      await look().catch((error: unknown) => {
        const { message } = describeError(error);
        logger.debug({ component: 'key-vault', error: message }, 'The check for destroyed keys failed.');
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
