-- additive: a table of its own, which versions before do not read
create schema log_proof;
create table log_proof.tiles (
  level  smallint not null check (level between 0 and 6),
  number bigint   not null check (number >= 0),
  hashes bytea    not null check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (level, number)
);
comment on table log_proof.tiles is 'The Merkle tree over the log in tiles of up to 256 hashes (C2SP tlog-tiles): the widest of each place, of which narrower ones are the beginning. Made again from the log when damaged';
