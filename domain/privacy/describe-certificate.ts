import type { ErasureBasis, ErasureCertificate, ErasurePlace, UnreachedPlace } from './subject-events.ts';

const bases: Readonly<Record<ErasureBasis, string>> = {
  gdpr_art_17: 'the right to erasure (GDPR, article 17)',
  retention_expired: 'the end of the retention period',
  court_order: 'a court order',
  mistaken_upload: 'data uploaded by mistake',
  other: 'other grounds, stated in the request',
};

const places: Readonly<Record<ErasurePlace, string>> = {
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

const unreached: Readonly<Record<UnreachedPlace, string>> = {
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

/** The facts of a completed erasure. */
export type CertifiedErasure = ErasureCertificate & {
  readonly erasureId: string;
  readonly subject: string;
  readonly requestedAt: string;
  readonly confirmedAt: string;
  readonly erasedAt: string;
};

/** A certificate of erasure as plain text for people, one fact per line. */
export const describeCertificate = (erasure: CertifiedErasure): string =>
  [
    `Certificate of erasure ${erasure.erasureId}`,
    '',
    `Data subject: ${erasure.subject}`,
    `Basis: ${bases[erasure.basis]}`,
    `Asked for by ${erasure.requestedBy} at ${erasure.requestedAt}`,
    `Confirmed by ${erasure.confirmedBy} at ${erasure.confirmedAt}`,
    `Completed at ${erasure.erasedAt}`,
    `Tombstone of the key: ${erasure.keyId}`,
    '',
    'What was done:',
    ...erasure.effects.map(
      ({ place, count, effect }) =>
        `- ${places[place]}: ${count} ${effect === 'removed' ? 'removed' : 'unreadable for good'}.`,
    ),
    '- Every node was instructed to drop its data in memory, and also checks for tombstones.',
    '',
    'What cannot be reached from here:',
    ...erasure.notReached.map((place) => `- ${unreached[place]}`),
  ].join('\n');
