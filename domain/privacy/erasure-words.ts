import type { ErasurePlace, UnreachedPlace } from './subject-events.ts';

/** Where an erasure takes effect, in words. */
export const erasurePlaceWords: Readonly<Record<ErasurePlace, string>> = {
  subject_key: 'Keys in the vault; tombstones remain',
  events: 'Events of the log; no key opens their sealed fields any more',
  read_models: 'Rows of read models',
  search_passages: 'Passages of the search index',
  search_vectors: 'Documents whose vectors were in the search index',
  embedding_cache: 'Cached vectors of texts',
  caches: 'Caches in memory',
  idempotency_answers: 'Stored answers to repeated requests',
  answer_drafts: 'Drafts of answers in progress',
  parked_events: 'Parked events',
  files: 'Stored files',
  uploads: 'Uploads in progress',
};

/** What an erasure cannot reach, in sentences. */
export const unreachedPlaceWords: Readonly<Record<UnreachedPlace, string>> = {
  backups_taken_before:
    'Backups from before the erasure contain ciphertext, which copies of the keys from that time can open. Destroy those copies, or restore with tombstones: a restore with a newer copy of the keys keeps everything erased.',
  copies_outside: 'Copies that people or other systems made of answers and files.',
  exports: 'Exports of the audit trail and of feedback that were downloaded earlier.',
  pseudonym_in_metadata:
    'The pseudonym itself stays in the metadata of events, so that the log can be verified; on its own it must not reveal the person.',
  write_ahead_log_of_the_server:
    'The write-ahead log of the database server, its archives, its replicas and freed pages: they may contain the destroyed key, wrapped, until they are overwritten or removed; only the master key opens it.',
  free_blocks_of_the_disk:
    'Blocks that the operating system has freed and not yet overwritten, on disks and in their snapshots.',
  documents_about_the_subject:
    'Documents about the subject: each has a separate key and is erased as document:<key>.',
};
