import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '../../../ports/database.ts';
import type { LeasePool } from '../../../ports/leases.ts';
import type { Logger } from '../../../ports/logger.ts';
import { type Metrics, silentMetrics } from '../../../ports/metrics.ts';
import { createHeldLeases } from './held-leases.ts';
import { acquireFreeSql, acquireSql, acquireWithinSql, endStuckSql } from './lease-statements.ts';

type LeaseOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** Identifies this process among all that share the database. */
  readonly owner: string;
  /**
   * The events given up before this process began to read the log (`log-line.ts`); if others are given up later, it
   * gets no lease.
   */
  readonly logLine?: string | undefined;
  /** Milliseconds after which a lease that is not renewed may be taken by another owner. */
  readonly timeToLive?: number;
};

/**
 * Frees every lease. Only for a process that is alone on its database: it would otherwise wait for the leases of a
 * crashed predecessor.
 */
export const freeAllLeases = async (database: Database): Promise<void> => {
  await database.query(`update coordination.leases set expires_at = '-infinity'`);
};

/** Frees the leases of an owner that is known to have stopped. */
export const freeLeasesOf = async (database: Pick<Database, 'query'>, owner: string): Promise<void> => {
  await database.query(`update coordination.leases set expires_at = '-infinity' where owner = $1`, [owner]);
};

const takenRowsSchema = z.array(z.object({ name: z.string(), fence: z.number() }));
const namesSchema = z.array(z.object({ name: z.string() }));
const aborted = (signal: AbortSignal): boolean => signal.aborted;

/**
 * Stores leases in a table, by the clock of the database: clocks of processes need not agree. One statement on a
 * dedicated connection renews all of them, so that no other work delays it.
 *
 * The owner also measures the time itself, by a monotonic clock: its signal aborts before the lease can have expired
 * for others, even when the database is silent. The fence refuses writes of a process that was suspended at that
 * moment.
 */
export const createPostgresLeases = (options: LeaseOptions): LeasePool => {
  const { logger, owner, logLine = null, metrics = silentMetrics } = options;
  const database = options.database.reserved('leases');
  const timeToLive = options.timeToLive ?? 10_000;
  const seconds = timeToLive / 1000;
  const { keep } = createHeldLeases({
    reserved: database,
    database: options.database,
    logger,
    metrics,
    owner,
    timeToLive,
  });

  return {
    acquire: async (name, signal) => {
      while (!aborted(signal)) {
        const sent = performance.now();
        const rows = await database.query(acquireSql, [name, owner, seconds, logLine]).catch(() => []);
        const fence = rows[0]?.fence;
        if (typeof fence === 'number') {
          await database.query(endStuckSql, [seconds]).catch(() => {});
          return keep({ name, fence, within: undefined }, sent);
        }
        await sleep(timeToLive / 5, undefined, { signal }).catch(() => {});
      }
      return undefined;
    },
    acquireFree: async (wanted) => {
      const sent = performance.now();
      const outer = [...new Set(wanted.flatMap(({ within }) => within ?? []))];
      const ours = new Set(
        outer.length === 0
          ? []
          : namesSchema
              .parse(await database.query(acquireWithinSql, [outer, seconds]))
              .map(({ name }) => name),
      );
      const allowed = wanted.filter(({ within }) => within === undefined || ours.has(within));
      if (allowed.length === 0) return [];
      const within = new Map(allowed.map((one) => [one.name, one.within]));
      const rows = await database.query(acquireFreeSql, [[...within.keys()], owner, seconds, logLine]);
      const taken = takenRowsSchema.parse(rows);
      const kept = taken.map(({ name, fence }) => keep({ name, fence, within: within.get(name) }, sent));
      await database.query(endStuckSql, [seconds]).catch(() => {});
      return kept;
    },
  };
};
