import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '../../ports/database.ts';
import { type Lease, type Leases, leaseLost } from '../../ports/leases.ts';
import type { Logger } from '../../ports/logger.ts';
import { type Metrics, silentMetrics } from '../../ports/metrics.ts';

type LeaseOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** Identifies this process among all that share the database. */
  readonly owner: string;
  /** Milliseconds after which a lease that is not renewed may be taken by another owner. */
  readonly timeToLive?: number;
};

// No lease expires later than its duration from now: one that seems to was taken before the clock of the database was
// set back, and its owner, were it still running, would have renewed it since. Durations may differ, hence the factor.
const acquireSql = `
  insert into coordination.leases as held (name, owner, fence, expires_at, acquired_at)
  values ($1, $2, 1, clock_timestamp() + make_interval(secs => $3), clock_timestamp())
  on conflict (name) do update
    set owner = excluded.owner, fence = held.fence + 1, expires_at = excluded.expires_at,
        acquired_at = excluded.acquired_at
    where held.expires_at < clock_timestamp() or held.owner = excluded.owner
       or held.expires_at > clock_timestamp() + make_interval(secs => 3 * $3)
  returning fence`;
// A row that a transaction has locked (an append under the lease, say) is skipped: one must not delay the rest.
const renewSql = `
  with mine as (
    select l.name from coordination.leases l
      join unnest($1::text[], $2::bigint[]) as h (name, fence) on l.name = h.name and l.fence = h.fence
     where l.owner = $3 for no key update of l skip locked
  ), renewed as (
    update coordination.leases l set expires_at = clock_timestamp() + make_interval(secs => $4)
      from mine where l.name = mine.name returning l.name
  )
  select h.name, h.fence::bigint as fence,
         exists (select 1 from renewed r where r.name = h.name) as renewed,
         exists (select 1 from coordination.leases l
                  where l.name = h.name and l.fence = h.fence and l.owner = $3) as held
    from unnest($1::text[], $2::bigint[]) as h (name, fence)`;
const confirmSql = `
  select 1 from coordination.leases
  where name = $1 and owner = $2 and fence = $3 and expires_at > clock_timestamp()`;
const releaseSql = `
  update coordination.leases set expires_at = '-infinity' where name = $1 and owner = $2 and fence = $3`;

/**
 * Frees every lease. Only for a process that is alone on its database: what a crashed predecessor held would
 * otherwise be waited for.
 */
export const freeAllLeases = async (database: Database): Promise<void> => {
  await database.query(`update coordination.leases set expires_at = '-infinity'`);
};

// A process that is stopped in the middle of sending a statement leaves a session behind that waits for the rest of it,
// with its locks; no time-out of a session covers that before PostgreSQL 17. What has waited for its client inside a
// transaction for longer than a lease lasts, and than any pause within a transaction, belongs to such a process. How long
// the transaction is says nothing: a page of a rebuild may take minutes, statement by statement.
const endStuckSql = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and application_name like 'anamnesis%'
    and wait_event_type = 'Client' and xact_start is not null
    and state_change < clock_timestamp() - make_interval(secs => greatest($1, 10))`;

const renewedRowSchema = z.object({
  name: z.string(),
  fence: z.number(),
  renewed: z.boolean(),
  held: z.boolean(),
});

/** A lease that this process believes to hold. */
type Held = {
  readonly name: string;
  readonly fence: number;
  /** Counts the lease as held from when the statement that took or renewed it was sent. */
  readonly renewedAt: (sent: number) => void;
  readonly lose: () => void;
};

const aborted = (signal: AbortSignal): boolean => signal.aborted;

/**
 * Leases as rows of a table, by the clock of the database: clocks of processes need not agree. They are kept on a
 * connection of their own, all in one statement, so that no other work delays them.
 *
 * The owner also counts for itself, by a monotonic clock: its signal aborts before the lease can have expired
 * for others, so also when the database is silent. Writes of a process that was suspended at that moment are refused by
 * its fence.
 */
export const createPostgresLeases = (options: LeaseOptions): Leases => {
  const { logger, owner, metrics = silentMetrics } = options;
  const database = options.database.reserved('leases');
  const timeToLive = options.timeToLive ?? 10_000;
  const seconds = timeToLive / 1000;
  const held = new Set<Held>();
  let renewing: NodeJS.Timeout | undefined;

  const renewAll = async (): Promise<void> => {
    const asked = [...held];
    const sent = performance.now();
    const rows = await database.query(renewSql, [
      asked.map(({ name }) => name),
      asked.map(({ fence }) => fence),
      owner,
      seconds,
    ]);
    const answers = z.array(renewedRowSchema).parse(rows);
    for (const lease of asked) {
      const answer = answers.find(({ name, fence }) => name === lease.name && fence === lease.fence);
      if (answer?.renewed) lease.renewedAt(sent);
      else if (!answer?.held && held.has(lease)) {
        logger.warn({ lease: lease.name }, 'A lease was taken over by another process.');
        lease.lose();
      }
    }
  };

  const scheduleRenewal = (milliseconds: number): void => {
    renewing = setTimeout(async () => {
      const renewed = await renewAll().then(
        () => true,
        () => false,
      );
      renewing = undefined;
      if (held.size > 0) scheduleRenewal(renewed ? timeToLive / 3 : timeToLive / 20);
    }, milliseconds);
    renewing.unref();
  };

  const keep = (name: string, fence: number, sent: number): Lease => {
    const lost = new AbortController();
    let expiry: NodeJS.Timeout | undefined;
    let heldUntil = 0;
    const renewedAt = (at: number): void => {
      clearTimeout(expiry);
      // A tenth earlier than for others: their clock began later, but this timer may be late.
      heldUntil = at + timeToLive * 0.9;
      expiry = setTimeout(
        () => {
          logger.warn({ lease: name }, 'A lease could not be renewed in time.');
          lose();
        },
        Math.max(0, heldUntil - performance.now()),
      );
      expiry.unref();
    };
    const end = (change: 'lost' | 'released'): void => {
      clearTimeout(expiry);
      if (held.delete(lease)) {
        metrics.gauge('anamnesis_lease_held', 0, { lease: name });
        metrics.count('anamnesis_lease_changes_total', { change });
      }
      lost.abort();
    };
    const lose = (): void => end('lost');
    const lease: Held = { name, fence, renewedAt, lose };
    held.add(lease);
    metrics.gauge('anamnesis_lease_held', 1, { lease: name });
    metrics.count('anamnesis_lease_changes_total', { change: 'acquired' });
    renewedAt(sent);
    if (!renewing) scheduleRenewal(timeToLive / 3);
    return {
      name,
      fence,
      signal: lost.signal,
      isHeld: () => !lost.signal.aborted && performance.now() < heldUntil,
      confirm: async () => {
        // Not on the connection that renews, which nobody is to hold up.
        const rows = await options.database.query(confirmSql, [name, owner, fence]);
        if (rows.length > 0) return;
        lose();
        throw leaseLost({ name, fence });
      },
      release: async () => {
        end('released');
        await database.query(releaseSql, [name, owner, fence]).catch(() => {});
      },
    };
  };

  return {
    acquire: async (name, signal) => {
      while (!aborted(signal)) {
        const sent = performance.now();
        const rows = await database.query(acquireSql, [name, owner, seconds]).catch(() => []);
        const fence = rows[0]?.fence;
        if (typeof fence === 'number') {
          await database.query(endStuckSql, [seconds]).catch(() => {});
          return keep(name, fence, sent);
        }
        await sleep(timeToLive / 5, undefined, { signal }).catch(() => {});
      }
      return undefined;
    },
  };
};
