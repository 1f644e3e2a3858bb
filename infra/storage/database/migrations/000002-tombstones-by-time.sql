-- Every node looks for keys that were destroyed lately, whatever it was told: that must not read all keys.
create index subject_keys_destroyed_at on vault.subject_keys (destroyed_at) where destroyed_at is not null;
