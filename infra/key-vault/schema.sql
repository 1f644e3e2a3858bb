CREATE SCHEMA IF NOT EXISTS vault;

-- One key per data subject. A destroyed key leaves its row as a tombstone: without it the key would be made again.
CREATE TABLE IF NOT EXISTS vault.subject_keys (
  subject_hash bytea PRIMARY KEY CHECK (octet_length(subject_hash) = 32),
  wrapped_key bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  destroyed_at timestamptz,
  CHECK ((wrapped_key IS NULL) = (destroyed_at IS NOT NULL))
);

-- A known text under the master key: tells at start whether the master key is the one that wrapped the keys.
CREATE TABLE IF NOT EXISTS vault.master_key_check (
  id smallint PRIMARY KEY CHECK (id = 1),
  check_value bytea NOT NULL
);
