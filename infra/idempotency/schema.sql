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
