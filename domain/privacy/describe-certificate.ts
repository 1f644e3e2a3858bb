import type { ErasureBasis, ErasureCertificate, ErasurePlace, UnreachedPlace } from './subject-events.ts';

const bases: Readonly<Record<ErasureBasis, string>> = {
  gdpr_art_17: 'the right to erasure (GDPR, article 17)',
  retention_expired: 'the end of the retention period',
  court_order: 'the order of a court',
  mistaken_upload: 'data that was taken in by mistake',
  other: 'other grounds, which the request names',
};

const places: Readonly<Record<ErasurePlace, string>> = {
  subject_key: 'Keys in the vault, of which tombstones stay',
  events: 'Events of the log, with sealed fields that no key opens any more',
  read_models: 'Rows of read models',
  search_passages: 'Passages of the search index',
  search_vectors: 'Documents whose vectors were in the search index',
  embedding_cache: 'Vectors kept for texts that come again',
  caches: 'Caches in memory',
  idempotency_answers: 'Answers kept for repeated requests',
  answer_drafts: 'Pieces of answers that were being written',
  parked_events: 'Parked events',
  files: 'Stored files',
  uploads: 'Uploads that were arriving',
};

const unreached: Readonly<Record<UnreachedPlace, string>> = {
  backups_taken_before:
    'Backups taken before hold ciphertext, and copies of the keys made before can open it. Destroy those copies, or restore with tombstones: a restore that is given a newer copy of the keys keeps everything erased.',
  copies_outside: 'Copies that people or other systems made of answers and files.',
  exports: 'Exports of the audit trail and of feedback that were downloaded before.',
  pseudonym_in_metadata:
    'The pseudonym itself stays in the metadata of events, so that the log can be checked; it must not reveal by itself who it is.',
  write_ahead_log_of_the_server:
    'The write-ahead log of the database server, its archives, its replicas and freed pages: the wrapped key that was destroyed may stand in them until they are overwritten or removed, and opens with the master key alone.',
  free_blocks_of_the_disk:
    'Blocks that the operating system has freed and not yet overwritten, on disks and in snapshots below it.',
  documents_about_the_subject:
    'Documents about the subject: each has its own key and is erased as document:<key>.',
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
    `Carried out at ${erasure.erasedAt}`,
    `Tombstone of the key: ${erasure.keyId}`,
    '',
    'What was done:',
    ...erasure.effects.map(
      ({ place, count, effect }) =>
        `- ${places[place]}: ${count} ${effect === 'removed' ? 'removed' : 'unreadable for good'}.`,
    ),
    '- Every node was instructed to drop what it holds in memory, and looks for tombstones itself.',
    '',
    'What cannot be reached from here:',
    ...erasure.notReached.map((place) => `- ${unreached[place]}`),
  ].join('\n');
