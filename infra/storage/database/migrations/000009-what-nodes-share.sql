-- additive: a table of its own, which versions before do not read
create table coordination.shared_facts (
  name       text        primary key,
  value      text        not null,
  changed_at timestamptz not null default now()
);
comment on table coordination.shared_facts is 'What all nodes of an installation must agree on: secrets wrapped with the master key, digests, marks of work under way';
