import { sharedFactSql } from '../database/shared-facts.ts';

// A process that still reads a log of which events were given up since gets no lease: however long it was suspended,
// its writes would belong to the old log.
const sameLogSql = (parameter: string): string =>
  `${sharedFactSql('accepted-log-loss')} is not distinct from ${parameter}::text`;
// A lease that expires later than its duration from now was taken before the database clock was set back; its owner,
// if it were still running, would have renewed it since. Durations may differ, hence the factor.
export const acquireSql = `
  insert into coordination.leases as held (name, owner, fence, expires_at, acquired_at)
  select $1, $2, 1, clock_timestamp() + make_interval(secs => $3), clock_timestamp() where ${sameLogSql('$4')}
  on conflict (name) do update
    set owner = excluded.owner, fence = held.fence + 1, expires_at = excluded.expires_at,
        acquired_at = excluded.acquired_at
    where held.expires_at < clock_timestamp() or held.owner = excluded.owner
       or held.expires_at > clock_timestamp() + make_interval(secs => 3 * $3)
  returning fence`;
// The owner of a lease that all nodes hold together, as long as one of them lives, while they divide work that in
// older versions one node did alone. An older version that takes this lease ends all leases within it, which it does
// not know, through a trigger of the table.
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
// A lease that another process is just taking is skipped.
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
// A row that a transaction has locked (an append under the lease, say) is skipped: it must not delay the others.
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

// A process that is stopped while it sends a statement leaves a session that waits for the rest and keeps its locks;
// before PostgreSQL 17 no session timeout covers that. A session that has waited for its client inside a transaction
// for longer than a lease lasts, and than any normal pause, belongs to such a process. The age of the transaction
// does not matter: a page of a rebuild may take minutes, statement by statement.
export const endStuckSql = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and application_name like 'anamnesis%'
    and wait_event_type = 'Client' and xact_start is not null
    and state_change < clock_timestamp() - make_interval(secs => greatest($1, 10))`;
