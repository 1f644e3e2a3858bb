import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '../../../ports/database.ts';
import { type Lease, type LeasePool, leaseLost } from '../../../ports/leases.ts';
import type { Logger } from '../../../ports/logger.ts';
import { type Metrics, silentMetrics } from '../../../ports/metrics.ts';
import { batchCalls } from './batch-calls.ts';

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
// What is held by all nodes that divide work which former versions did alone, for as long as one of them lives. Whoever
// takes it from them ends all leases within it, by a trigger of the table: a former version knows nothing of those.
const EVERY_NODE = 'every node';
const acquireWithinSql = `
  insert into coordination.leases as held (name, owner, fence, expires_at, acquired_at)
  select w.name, '${EVERY_NODE}', 1, clock_timestamp() + make_interval(secs => $2), clock_timestamp()
    from unnest($1::text[]) as w (name) order by w.name
  on conflict (name) do update
    set owner = excluded.owner, expires_at = excluded.expires_at,
        fence = case when held.owner = excluded.owner then held.fence else held.fence + 1 end,
        acquired_at = case when held.owner = excluded.owner then held.acquired_at else excluded.acquired_at end
    where held.owner = excluded.owner or held.expires_at < clock_timestamp()
       or held.expires_at > clock_timestamp() + make_interval(secs => 3 * $2)
  returning name`;
// One that somebody is taking at this moment is left to them.
const acquireFreeSql = `
  with free as (
    select l.name from coordination.leases l
     where l.name = any($1::text[])
       and (l.expires_at < clock_timestamp() or l.owner = $2
            or l.expires_at > clock_timestamp() + make_interval(secs => 3 * $3))
     order by l.name for no key update of l skip locked
  ), taken as (
    update coordination.leases l
       set owner = $2, fence = l.fence + 1, acquired_at = clock_timestamp(),
           expires_at = clock_timestamp() + make_interval(secs => $3)
      from free where l.name = free.name returning l.name, l.fence
  ), made as (
    insert into coordination.leases (name, owner, fence, expires_at, acquired_at)
    select w.name, $2, 1, clock_timestamp() + make_interval(secs => $3), clock_timestamp()
      from unnest($1::text[]) as w (name) order by w.name
    on conflict (name) do nothing returning name, fence
  )
  select name, fence from taken union all select name, fence from made`;
// A row that a transaction has locked (an append under the lease, say) is skipped: one must not delay the rest.
const renewSql = `
  with outer_ones as (
    select l.name from coordination.leases l
     where l.name = any($5::text[]) and l.owner = '${EVERY_NODE}' for no key update of l skip locked
  ), kept as (
    update coordination.leases l set expires_at = clock_timestamp() + make_interval(secs => $4)
      from outer_ones where l.name = outer_ones.name
  ), mine as (
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
  update coordination.leases l set expires_at = '-infinity'
    from unnest($1::text[], $2::bigint[]) as h (name, fence)
   where l.name = h.name and l.fence = h.fence and l.owner = $3`;

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

const takenRowsSchema = z.array(z.object({ name: z.string(), fence: z.number() }));
const namesSchema = z.array(z.object({ name: z.string() }));
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
  readonly within: string | undefined;
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
export const createPostgresLeases = (options: LeaseOptions): LeasePool => {
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
      [...new Set(asked.flatMap(({ within }) => within ?? []))],
    ]);
    const answers = z.array(renewedRowSchema).parse(rows);
    const byName = new Map(answers.map((answer) => [`${answer.name} ${answer.fence}`, answer]));
    for (const lease of asked) {
      const answer = byName.get(`${lease.name} ${lease.fence}`);
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

  /** Divided work is counted by what it is a part of. */
  const workOf = (name: string): string => name.split('/')[0] ?? name;
  const measure = (name: string): void => {
    const lease = workOf(name);
    const count = [...held].filter((other) => workOf(other.name) === lease).length;
    metrics.gauge('anamnesis_lease_held', count, { lease });
  };

  const release = batchCalls(async (released: readonly Pick<Held, 'name' | 'fence'>[]) => {
    const names = released.map(({ name }) => name);
    const fences = released.map(({ fence }) => fence);
    await database.query(releaseSql, [names, fences, owner]).catch(() => {});
    return released;
  });

  const keep = (name: string, fence: number, sent: number, within?: string): Lease => {
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
        measure(name);
        metrics.count('anamnesis_lease_changes_total', { change });
      }
      lost.abort();
    };
    const lose = (): void => end('lost');
    const lease: Held = { name, fence, within, renewedAt, lose };
    held.add(lease);
    measure(name);
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
        await release({ name, fence });
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
      const rows = await database.query(acquireFreeSql, [[...within.keys()], owner, seconds]);
      const taken = takenRowsSchema.parse(rows);
      const kept = taken.map(({ name, fence }) => keep(name, fence, sent, within.get(name)));
      await database.query(endStuckSql, [seconds]).catch(() => {});
      return kept;
    },
  };
};
