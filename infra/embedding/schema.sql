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
