-- additive: a table of its own, which versions before do not read
-- The processes that share this database, as they announce themselves every few seconds. Nobody else writes their rows.
create table coordination.nodes (
  id         text        primary key,
  host       text        not null,
  role       text        not null,
  version    text        not null,
  started_at timestamptz not null,
  seen_at    timestamptz not null,
  offers     text[]      not null
);

-- Work that former versions of the program did alone under one lease is divided under leases whose names begin with its
-- name and a slash. When a former version takes the undivided lease (from "every node", which holds it while the work is
-- divided), whoever still believes to hold a part, such as a process that was frozen, must not write any more.
create function coordination.end_divided_leases() returns trigger language plpgsql as $$
begin
  update coordination.leases set fence = fence + 1, expires_at = '-infinity'
   where starts_with(name, old.name || '/');
  return null;
end $$;

create trigger end_divided_leases
  after update of owner on coordination.leases
  for each row when (old.owner = 'every node' and new.owner <> old.owner)
  execute function coordination.end_divided_leases();
