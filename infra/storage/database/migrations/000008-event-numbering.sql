-- additive: tables and functions that nobody uses before there is a KurrentDB.
-- The numbers of a log whose events are kept in KurrentDB. Positions of this house are dense integers, and those of
-- KurrentDB are byte offsets of a log that it shares with others: so each event of ours gets the next number in the
-- order of `$all`, by one owner at a time, and its content stays where it is. All of it can be made again from `$all`.
create table event_log.numbering (
  position         bigint      primary key check (position > 0),
  stream_id        text        not null collate "C",
  revision         integer     not null check (revision >= 0),
  id               uuid        not null,
  type             text        not null,
  schema_version   smallint    not null,
  recorded_at      timestamptz not null,
  commit_position  bigint      not null,
  prepare_position bigint      not null,
  bytes            integer     not null,
  -- Why it is none of ours, although it stands in one of our streams.
  flaw             text,
  constraint numbering_stream_revision unique (stream_id, revision)
);

-- Not of what others have written: they may use an id again.
create unique index numbering_id on event_log.numbering (id) where flaw is null;

-- How far `$all` has been looked through, and the log it is of.
create table event_log.numbering_state (
  one              boolean primary key default true check (one),
  prefix           text    not null,
  head             bigint  not null default 0,
  commit_position  bigint  not null default 0,
  prepare_position bigint  not null default 0,
  -- Why no event can be numbered any more, until an operator has seen to it.
  halted           text
);

-- What somebody has done to our streams in KurrentDB.
create table event_log.numbering_findings (
  stream_id       text        not null collate "C",
  kind            text        not null,
  commit_position bigint      not null,
  message         text        not null,
  found_at        timestamptz not null default now(),
  primary key (stream_id, kind)
);

-- What has to be known of some appends before they are sent: whether their lease is lost or their key destroyed, how
-- many of their ids are numbered and where the last of them stands, and the last numbered revision of their stream.
-- Inside a transaction the leases stay locked until its end, so that a new owner gets them after what was sent. The
-- first id of each append is locked likewise: two processes do not send the same append at the same time.
create function event_log.look_before_append(
  streams text[], append_numbers integer[], ids uuid[],
  lease_names text[], lease_fences bigint[], key_appends integer[], key_ids text[]
) returns table (
  append_number integer, lost boolean, erased boolean, events integer, stored_events integer,
  last_stored_position bigint, last_stored_stream text, last_stored_revision integer, actual integer
)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  lost integer[] := '{}';
  erased integer[] := '{}';
begin
  if cardinality(lease_names) > 0 then
    lost := event_log.lost_leases(lease_names, lease_fences);
  end if;
  if cardinality(key_ids) > 0 then
    erased := event_log.erased_keys(key_appends, key_ids);
  end if;
  perform pg_advisory_xact_lock(o.key)
     from (select hashtextextended(f.id::text, 4702111234474983745) as key
             from (select distinct on (i.append_number) i.id
                     from unnest(append_numbers, ids) with ordinality as i (append_number, id, ordinal)
                    order by i.append_number, i.ordinal) f
            order by key) o;
  return query
  with incoming as materialized (
    select i.append_number,
           (select n.position from event_log.numbering n where n.id = i.id and n.flaw is null) as stored_position
      from unnest(append_numbers, ids) as i (append_number, id)
  ), stored as materialized (
    select i.append_number, count(*)::integer as events, count(i.stored_position)::integer as stored_events,
           max(i.stored_position) as last_stored_position
      from incoming i group by i.append_number
  )
  select a.number::integer, a.number = any(lost), a.number = any(erased), s.events, s.stored_events,
         s.last_stored_position, n.stream_id, n.revision,
         coalesce((select max(m.revision) from event_log.numbering m where m.stream_id = a.stream_id), -1)
    from unnest(streams) with ordinality as a (stream_id, number)
    join stored s on s.append_number = a.number
    left join event_log.numbering n on n.position = s.last_stored_position
   order by a.number;
end $$;

-- As `event_log.position_at`.
create function event_log.numbered_at(instant timestamptz) returns bigint
language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := coalesce((select max(position) from event_log.numbering), 0);
  middle bigint;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select recorded_at from event_log.numbering where position = middle) <= instant then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;

-- As `event_log.page`, with the places of the events instead of what they say.
create function event_log.numbered_page(
  after bigint, up_to bigint, most integer, wanted_types text[], wanted_categories text[]
) returns setof event_log.numbering
language plpgsql stable rows 1000
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select n.* from event_log.numbering n
   where n.position > after and n.position <= up_to
     and (wanted_types is null or n.type = any(wanted_types))
     and (wanted_categories is null or split_part(n.stream_id, '-', 1) = any(wanted_categories))
   order by n.position limit most;
end $$;
