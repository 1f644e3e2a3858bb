-- Vectors are kept under a keyed hash of their text from here on: under a plain one a copy of the table lets anybody try
-- whether a likely text was embedded. What is forgotten here is computed again when the same text comes again in another
-- document; indexes are rebuilt from blobs and lose nothing.
delete from embedding_cache.vectors;

comment on column embedding_cache.vectors.key is 'HMAC-SHA-256 over model, dimensions and text, with a key of the installation';
comment on column idempotency.commands.scope is 'HMAC-SHA-256 over a digest of actor, command and key, with a key of the installation';
