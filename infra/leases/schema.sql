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
