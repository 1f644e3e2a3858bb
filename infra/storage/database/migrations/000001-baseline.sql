-- The schema as it was when migrations began, and the only migration that may find what it makes: databases from before
-- have had these statements run at every start, each by the program of its day, and are brought here from whatever point
-- they had come to. Every statement is harmless where its work is done already; later migrations are run once and say
-- plainly what they make.

-- The append-only log. One row an event; nothing is ever updated or deleted.
create schema if not exists event_log;

create table if not exists event_log.events (
  position       bigint      primary key check (position > 0),
  stream_id      text        not null collate "C",
  revision       integer     not null check (revision >= 0),
  id             uuid        not null,
  type           text        not null,
  schema_version smallint    not null,
  recorded_at    timestamptz not null,
  -- `json`, not `jsonb`: the text is kept to the letter, so that a hash over it stays valid for ever.
  data           json        not null,
  metadata       json        not null,
  constraint events_stream_revision unique (stream_id, revision),
  constraint events_id unique (id)
);

-- The log refuses to be rewritten, whoever asks.
create or replace function event_log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The event log is append-only.' using errcode = 'restrict_violation';
end $$;

create or replace trigger events_are_append_only
  before update or delete on event_log.events
  for each row execute function event_log.refuse_change();
create or replace trigger events_are_not_truncated
  before truncate on event_log.events
  for each statement execute function event_log.refuse_change();

-- The numbers (from 1) of those appends whose fence is not the current one of its lease. Locks the rows first and then
-- looks with a fresh snapshot; they stay locked until the commit, so a new owner gets the lease after it and sees what
-- was written. In a database without leases nobody can hold one.
create or replace function event_log.lost_leases(lease_names text[], lease_fences bigint[]) returns integer[]
language plpgsql as $$
begin
  if to_regclass('coordination.leases') is null then
    return array(select number::integer from unnest(lease_names) with ordinality as f (name, number)
                  where name is not null);
  end if;
  perform 1 from coordination.leases l where l.name = any(lease_names) order by l.name for share;
  return array(
    select f.number::integer
      from unnest(lease_names, lease_fences) with ordinality as f (name, fence, number)
     where f.name is not null
       and not exists (select 1 from coordination.leases l where l.name = f.name and l.fence = f.fence));
end $$;

-- The numbers of those appends that were sealed with a key that has been destroyed. No lock: a destruction that commits
-- after this look comes after the append, and erases what it wrote like everything before it.
create or replace function event_log.erased_keys(append_numbers integer[], key_ids text[]) returns integer[]
language plpgsql as $$
begin
  if to_regclass('vault.subject_keys') is null then
    return '{}';
  end if;
  return array(
    select k.number from unnest(append_numbers, key_ids) as k (number, key_id)
     where exists (select 1 from vault.subject_keys s
                    where s.subject_hash = decode(k.key_id, 'hex') and s.destroyed_at is not null));
end $$;

-- Appends many batches at once, each with its own expectation and its own outcome.
--
-- One row of streams/expectations per append; one row of ids … metadata per event, where append_numbers says to
-- which append (from 1) the event belongs. Expected: a revision, -1 for "no stream", -2 for "any".
-- The caller guarantees that a stream stands in several appends only if all of them expect "any", and that no id
-- occurs twice.
--
-- lease_names and lease_fences are empty, or hold for each append what it is fenced by (null where it is not).
-- key_appends and key_ids say with which keys of the vault the sensitive content of which append is sealed.
--
-- Outcomes, the first that holds: lease_lost (the fence is not the lease's current one); erased (a key has been
-- destroyed); repeated (all ids are stored in that stream: the answer is their place); conflict (the expectation is
-- wrong, or only some of the ids are stored; revision is then the actual last revision); appended.
--
-- Plans are made once a connection: planning anew for every array took longer than the append itself (0.86 ms a
-- call against 0.50 ms where measured).
--
-- One advisory lock makes positions dense and visible in order: it is held until the commit is visible, so that
-- no reader can see position n + 1 before n. Scalar subqueries keep every lookup an index probe whatever the
-- planner thinks of the arrays.
create or replace function event_log.append(
  streams text[], expectations integer[],
  append_numbers integer[], ids uuid[], types text[], schema_versions integer[], datas text[], metadatas text[],
  lease_names text[], lease_fences bigint[], key_appends integer[], key_ids text[]
) returns table (append_number integer, outcome text, last_revision integer, last_position bigint)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  head bigint;
  head_recorded_at timestamptz;
  now_recorded_at timestamptz;
  appended_to bigint;
  lost integer[] := '{}';
  erased integer[] := '{}';
begin
  perform pg_advisory_xact_lock(4702111234474983745);

  if cardinality(lease_names) > 0 then
    lost := event_log.lost_leases(lease_names, lease_fences);
  end if;
  if cardinality(key_ids) > 0 then
    erased := event_log.erased_keys(key_appends, key_ids);
  end if;

  select e.position, e.recorded_at into head, head_recorded_at
    from event_log.events e order by e.position desc limit 1;
  head := coalesce(head, 0);
  -- Never backwards, whatever the clock does: an instant then names one prefix of the log.
  now_recorded_at := greatest(date_trunc('milliseconds', clock_timestamp()), head_recorded_at);

  return query
  with incoming as materialized (
    select i.ordinal::integer as ordinal, i.append_number, i.id, i.type, i.schema_version, i.data, i.metadata,
           (select e.position from event_log.events e where e.id = i.id) as stored_position
      from unnest(append_numbers, ids, types, schema_versions, datas, metadatas)
        with ordinality as i (append_number, id, type, schema_version, data, metadata, ordinal)
  ), stored as materialized (
    select i.append_number, count(*) as events, count(i.stored_position) as stored_events,
           max(i.stored_position) as last_stored_position
      from incoming i group by i.append_number
  ), appends as materialized (
    select a.number::integer as number, a.stream_id, a.expected,
           coalesce((select max(e.revision) from event_log.events e where e.stream_id = a.stream_id), -1) as actual
      from unnest(streams, expectations) with ordinality as a (stream_id, expected, number)
  ), decided as materialized (
    select a.number, a.stream_id, a.actual, s.last_stored_position,
           case
             when a.number = any(lost) then 'lease_lost'
             when a.number = any(erased) then 'erased'
             when s.stored_events = s.events
               and (select e.stream_id from event_log.events e where e.position = s.last_stored_position) = a.stream_id
               then 'repeated'
             when s.stored_events > 0 then 'conflict'
             when a.expected = -2 or a.expected = a.actual then 'appended'
             else 'conflict'
           end as outcome
      from appends a join stored s on s.append_number = a.number
  ), numbered as materialized (
    select i.append_number, i.ordinal, i.id, i.type, i.schema_version, i.data, i.metadata, d.stream_id,
           head + row_number() over (order by i.ordinal) as position,
           d.actual + row_number() over (partition by d.stream_id order by i.ordinal) as revision
      from incoming i join decided d on d.number = i.append_number
     where d.outcome = 'appended'
  ), inserted as (
    insert into event_log.events
      (position, stream_id, revision, id, type, schema_version, recorded_at, data, metadata)
    select n.position, n.stream_id, n.revision, n.id, n.type, n.schema_version, now_recorded_at,
           n.data::json, n.metadata::json
      from numbered n order by n.ordinal
  ), written as materialized (
    select n.append_number, max(n.position) as last_position, max(n.revision)::integer as last_revision
      from numbered n group by n.append_number
  )
  select d.number, d.outcome,
         case d.outcome
           when 'appended' then w.last_revision
           when 'repeated' then (select e.revision from event_log.events e where e.position = d.last_stored_position)
           else d.actual
         end,
         case d.outcome when 'appended' then w.last_position else d.last_stored_position end
    from decided d left join written w on w.append_number = d.number
   order by d.number;

  select max(e.position) into appended_to from event_log.events e;
  if appended_to > head then
    perform pg_notify('anamnesis_log', appended_to::text);
  end if;
end $$;

-- The same for one append of one event, which is what a lone caller sends: a few plain statements, whose plans PostgreSQL
-- keeps, instead of arrays that are taken apart and joined (73 µs of the server's time against 240 where measured, and
-- half of the program's). Whatever is not plainly well is left to the function above. Null is no lease, and no key.
create or replace function event_log.append_one(
  stream text, expected integer, event_id uuid, event_type text, event_version integer, event_data text,
  event_metadata text, lease_name text, lease_fence bigint, key_id text,
  out append_number integer, out outcome text, out last_revision integer, out last_position bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  head bigint;
  head_recorded_at timestamptz;
  actual integer;
  well boolean := true;
begin
  perform pg_advisory_xact_lock(4702111234474983745);

  if lease_name is not null then
    well := to_regclass('coordination.leases') is not null;
    if well then
      perform 1 from coordination.leases l where l.name = lease_name and l.fence = lease_fence for share;
      well := found;
    end if;
  end if;
  if well and key_id is not null and to_regclass('vault.subject_keys') is not null then
    well := not exists (select 1 from vault.subject_keys s
                         where s.subject_hash = decode(key_id, 'hex') and s.destroyed_at is not null);
  end if;
  if well then
    well := not exists (select 1 from event_log.events e where e.id = event_id);
  end if;
  if well then
    select e.revision into actual
      from event_log.events e where e.stream_id = stream order by e.revision desc limit 1;
    actual := coalesce(actual, -1);
    well := expected = actual or expected = -2;
  end if;
  if not well then
    select a.append_number, a.outcome, a.last_revision, a.last_position
      into append_number, outcome, last_revision, last_position
      from event_log.append(
      array[stream], array[expected], array[1], array[event_id], array[event_type], array[event_version],
      array[event_data], array[event_metadata],
      case when lease_name is null then '{}'::text[] else array[lease_name] end,
      case when lease_name is null then '{}'::bigint[] else array[lease_fence] end,
      case when key_id is null then '{}'::integer[] else array[1] end,
      case when key_id is null then '{}'::text[] else array[key_id] end) a;
    return;
  end if;

  select e.position, e.recorded_at into head, head_recorded_at
    from event_log.events e order by e.position desc limit 1;
  head := coalesce(head, 0);
  insert into event_log.events
    (position, stream_id, revision, id, type, schema_version, recorded_at, data, metadata)
  values (head + 1, stream, actual + 1, event_id, event_type, event_version,
          greatest(date_trunc('milliseconds', clock_timestamp()), head_recorded_at),
          event_data::json, event_metadata::json);
  perform pg_notify('anamnesis_log', (head + 1)::text);

  append_number := 1;
  outcome := 'appended';
  last_revision := actual + 1;
  last_position := head + 1;
end $$;

-- The last position recorded at or before an instant. recorded_at never decreases, so a binary search over the
-- primary key finds it without an index of its own.
create or replace function event_log.position_at(instant timestamptz) returns bigint
language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := coalesce((select max(position) from event_log.events), 0);
  middle bigint;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select recorded_at from event_log.events where position = middle) <= instant then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;

-- The events of a range of positions in order, optionally of some types and categories only.
--
-- The primary key is walked in order whatever the planner believes: without statistics, which nobody gathers right
-- after a rebuild or an import, it took filters for so selective that it read and sorted all the rest of the log for
-- each page (969 ms a page at 600,000 events where measured, against 2 ms).
create or replace function event_log.page(
  after bigint, up_to bigint, most integer, wanted_types text[], wanted_categories text[]
) returns table (
  "position" bigint, stream_id text, revision integer, id uuid, type text, schema_version smallint,
  recorded_at timestamptz, data text, metadata text
)
language plpgsql stable rows 1000
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  select e.position, e.stream_id, e.revision, e.id, e.type, e.schema_version, e.recorded_at, e.data::text,
         e.metadata::text
    from event_log.events e
   where e.position > after and e.position <= up_to
     and (wanted_types is null or e.type = any(wanted_types))
     and (wanted_categories is null or split_part(e.stream_id, '-', 1) = any(wanted_categories))
   order by e.position limit most;
end $$;

-- Who may do a job alone. The fence rises with every new owner and never falls.
create schema if not exists coordination;

create table if not exists coordination.leases (
  name       text        primary key,
  owner      text        not null,
  fence      bigint      not null,
  expires_at timestamptz not null
);

-- When the present owner took it. Empty where an older version of the program did.
alter table coordination.leases add column if not exists acquired_at timestamptz;

-- How far each consumer has come: every event up to here is handled or parked.
create table if not exists coordination.checkpoints (
  consumer text   primary key,
  position bigint not null
);

-- What tells this database from others that were started on the same folder of files.
create table if not exists coordination.database_identity (
  one boolean primary key default true check (one),
  id  uuid    not null
);

-- Eight characters that stand in the names of what belongs to this database elsewhere.
create table if not exists coordination.installation (
  one boolean primary key default true check (one),
  id  text    not null
);

-- Which folder of files goes with this database.
create table if not exists coordination.blob_folder (
  one boolean primary key default true check (one),
  id  text    not null
);

-- Whether the operator has said that the embedded database beside this one is to be left behind.
create table if not exists coordination.started_empty (
  one        boolean     primary key default true check (one),
  decided_at timestamptz not null default now()
);

create schema if not exists vault;

-- One key per data subject. A destroyed key leaves its row as a tombstone: without it the key would be made again.
create table if not exists vault.subject_keys (
  subject_hash bytea primary key check (octet_length(subject_hash) = 32),
  wrapped_key bytea,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  check ((wrapped_key is null) = (destroyed_at is not null))
);

-- A known text under the master key: tells at start whether the master key is the one that wrapped the keys.
create table if not exists vault.master_key_check (
  id smallint primary key check (id = 1),
  check_value bytea not null
);

-- Which command was executed under which idempotency key. Rows live for a day.
create schema if not exists idempotency;

create table if not exists idempotency.commands (
  -- SHA-256 over actor, command and key: callers may have put anything into their key.
  scope        text        primary key,
  fingerprint  text        not null,
  command_id   uuid        not null,
  leased_until timestamptz not null,
  answer       text,
  created_at   timestamptz not null default now()
);

create index if not exists commands_created_at on idempotency.commands (created_at);

-- Vectors by what they were made of, so that the same text is not embedded twice by the same model.
create schema if not exists embedding_cache;

create table if not exists embedding_cache.vectors (
  -- SHA-256 over model, dimensions and text: the text itself is not kept here.
  key     bytea not null primary key,
  -- 32-bit floats, little endian.
  vector  bytea not null,
  used_on date  not null default current_date
);

create index if not exists vectors_used_on on embedding_cache.vectors (used_on);

-- What is stored of each generation of a read model. Which of them is read or built is decided by the log alone; `state`
-- follows it, so that readers need not fold the log. The tables of a generation are made and dropped with it.
create schema if not exists projections;
create table if not exists projections.generations (
  projection         text    not null,
  generation         integer not null check (generation > 0),
  definition_version integer not null,
  state              text    not null check (state in ('building', 'live', 'retired', 'failed')),
  position           bigint  not null default 0,
  -- How far the log reached when the building began, for showing progress.
  target             bigint  not null default 0,
  error              text,
  primary key (projection, generation)
);
create unique index if not exists one_live_generation on projections.generations (projection) where state = 'live';
