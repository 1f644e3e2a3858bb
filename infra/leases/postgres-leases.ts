import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../ports/database.ts';
import { type Lease, type Leases, leaseLost } from '../../ports/leases.ts';
import type { Logger } from '../../ports/logger.ts';

export type LeaseOptions = {
  readonly database: Database;
  readonly logger: Logger;
  /** Identifies this process among all that share the database. */
  readonly owner: string;
  /** Milliseconds after which a lease that is not renewed may be taken by another owner. */
  readonly timeToLive?: number;
};

const acquireSql = `
  insert into coordination.leases as held (name, owner, fence, expires_at)
  values ($1, $2, 1, clock_timestamp() + make_interval(secs => $3))
  on conflict (name) do update
    set owner = excluded.owner, fence = held.fence + 1, expires_at = excluded.expires_at
    where held.expires_at < clock_timestamp() or held.owner = excluded.owner
  returning fence`;
const renewSql = `
  update coordination.leases set expires_at = clock_timestamp() + make_interval(secs => $4)
  where name = $1 and owner = $2 and fence = $3 returning fence`;
const confirmSql = `
  select 1 from coordination.leases
  where name = $1 and owner = $2 and fence = $3 and expires_at > clock_timestamp()`;
const releaseSql = `
  update coordination.leases set expires_at = '-infinity' where name = $1 and owner = $2 and fence = $3`;

/** Makes sure that the table of leases exists. Harmless when repeated. */
export const migrateLeases = async (database: Database): Promise<void> => {
  await database.execute(await readFile(new URL('./schema.sql', import.meta.url), 'utf8'));
};

/**
 * Frees every lease. Only for a process that is alone on its database: what a crashed predecessor held would
 * otherwise be waited for.
 */
export const freeAllLeases = async (database: Database): Promise<void> => {
  await database.query(`update coordination.leases set expires_at = '-infinity'`);
};

const aborted = (signal: AbortSignal): boolean => signal.aborted;

/** Leases as rows of a table, by the clock of the database: clocks of processes need not agree. */
export const createPostgresLeases = (options: LeaseOptions): Leases => {
  const { database, logger, owner } = options;
  const timeToLive = options.timeToLive ?? 10_000;
  const seconds = timeToLive / 1000;

  /** `askedAt` is when the database was asked, which is before the moment that its answer counts from. */
  const keep = (name: string, fence: number, askedAt: number): Lease => {
    const lost = new AbortController();
    let renewedAt = askedAt;
    const timer = setInterval(() => {
      const asked = performance.now();
      database.query(renewSql, [name, owner, fence, seconds]).then(
        (rows) => {
          if (rows.length > 0) {
            renewedAt = asked;
          } else {
            logger.warn({ lease: name }, 'A lease was taken over by another process.');
            stop();
          }
        },
        () => {
          // The database cannot be reached. Once the lease may have expired, somebody else may be at work.
          if (performance.now() - renewedAt > timeToLive) stop();
        },
      );
    }, timeToLive / 3);
    timer.unref();
    const stop = (): void => {
      clearInterval(timer);
      lost.abort();
    };
    return {
      name,
      fence,
      signal: lost.signal,
      isHeld: () => !lost.signal.aborted && performance.now() - renewedAt < timeToLive,
      confirm: async () => {
        const rows = await database.query(confirmSql, [name, owner, fence]);
        if (rows.length > 0) return;
        stop();
        throw leaseLost({ name, fence });
      },
      release: async () => {
        stop();
        await database.query(releaseSql, [name, owner, fence]).catch(() => {});
      },
    };
  };

  return {
    acquire: async (name, signal) => {
      while (!aborted(signal)) {
        const asked = performance.now();
        const rows = await database.query(acquireSql, [name, owner, seconds]).catch(() => []);
        const fence = rows[0]?.fence;
        if (typeof fence === 'number') return keep(name, fence, asked);
        await sleep(timeToLive / 5, undefined, { signal }).catch(() => {});
      }
      return undefined;
    },
  };
};
