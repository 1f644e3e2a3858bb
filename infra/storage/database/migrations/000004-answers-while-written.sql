-- Answers while a language model writes them, for readers on other nodes. Each row is some characters of one draft,
-- sealed with the key of its query's subject. Unlogged: a draft is no record, and must cost an answer nothing; what a
-- crash of the server takes away comes again with the answer.
create schema answer_drafts;

create unlogged table answer_drafts.pieces (
  query_id uuid not null,
  position bigint not null,
  attempt integer not null,
  from_character integer not null,
  to_character integer not null,
  subject text not null,
  sealed text not null,
  written_at timestamptz not null default now(),
  primary key (query_id, position, from_character),
  check (from_character >= 0 and to_character > from_character)
);

create index pieces_written_at on answer_drafts.pieces (written_at);
