import { sharedFactSql } from '../database/shared-facts.ts';

// No process that still reads a log of which events were given up since takes a lease: however long a process was suspended,
// what it would write is of the former log.
const sameLogSql = (parameter: string): string =>
  `${sharedFactSql('accepted-log-loss')} is not distinct from ${parameter}::text`;
// No lease expires later than its duration from now: one that seems to was taken before the clock of the database was
// set back, and its owner, were it still running, would have renewed it since. Durations may differ, hence the factor.
export const acquireSql = `
  insert into coordination.leases as held (name, owner, fence, expires_at, acquired_at)
  select $1, $2, 1, clock_timestamp() + make_interval(secs => $3), clock_timestamp() where ${sameLogSql('$4')}
  on conflict (name) do update
    set owner = excluded.owner, fence = held.fence + 1, expires_at = excluded.expires_at,
        acquired_at = excluded.acquired_at
    where held.expires_at < clock_timestamp() or held.owner = excluded.owner
       or held.expires_at > clock_timestamp() + make_interval(secs => 3 * $3)
  returning fence`;
// Held together by all nodes that divide work which former versions did alone, for as long as one of them lives. Taking
// it from them ends all leases within it, by a trigger of the table: a former version does not know those.
const EVERY_NODE = 'every node';
export const acquireWithinSql = `
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
export const acquireFreeSql = `
  with free as (
    select l.name from coordination.leases l
     where l.name = any($1::text[]) and ${sameLogSql('$4')}
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
      from unnest($1::text[]) as w (name) where ${sameLogSql('$4')} order by w.name
    on conflict (name) do nothing returning name, fence
  )
  select name, fence from taken union all select name, fence from made`;
// A row that a transaction has locked (an append under the lease, say) is skipped: one must not delay the rest.
export const renewSql = `
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
export const confirmSql = `
  select 1 from coordination.leases
  where name = $1 and owner = $2 and fence = $3 and expires_at > clock_timestamp()`;
export const releaseSql = `
  update coordination.leases l set expires_at = '-infinity'
    from unnest($1::text[], $2::bigint[]) as h (name, fence)
   where l.name = h.name and l.fence = h.fence and l.owner = $3`;

// A process that is stopped in the middle of sending a statement leaves a session behind that waits for the rest of it,
// with its locks; no time-out of a session covers that before PostgreSQL 17. What has waited for its client inside a
// transaction for longer than a lease lasts, and than any pause within a transaction, belongs to such a process. How long
// the transaction is says nothing: a page of a rebuild may take minutes, statement by statement.
export const endStuckSql = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and application_name like 'anamnesis%'
    and wait_event_type = 'Client' and xact_start is not null
    and state_change < clock_timestamp() - make_interval(secs => greatest($1, 10))`;
