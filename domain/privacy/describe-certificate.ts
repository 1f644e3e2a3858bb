import type { CertifiedErasure } from './certify-erasure.ts';
import { erasurePlaceWords, unreachedPlaceWords } from './erasure-words.ts';
import type { ErasureBasis } from './subject-events.ts';

const bases: Readonly<Record<ErasureBasis, string>> = {
  gdpr_art_17: 'the right to erasure (GDPR, article 17)',
  retention_expired: 'the end of the retention period',
  court_order: 'a court order',
  mistaken_upload: 'data uploaded by mistake',
  other: 'other grounds, stated in the request',
};

/** The checkpoint that seals the events of an erasure. */
type Seal = { readonly size: number; readonly verifierKey: string };

/** A certificate of erasure as plain text for people, one fact per line. */
export const describeCertificate = (erasure: CertifiedErasure, seal: Seal | undefined): string =>
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
        `- ${erasurePlaceWords[place]}: ${count} ${effect === 'removed' ? 'removed' : 'unreadable for good'}.`,
    ),
    '- Every node was instructed to drop its data in memory, and also checks for tombstones.',
    '',
    'What cannot be reached from here:',
    ...erasure.notReached.map((place) => `- ${unreachedPlaceWords[place]}`),
    '',
    'Proof:',
    `- Stated by the events at positions ${erasure.positions.join(', ')} of the log.`,
    seal
      ? `- Sealed by the checkpoint of ${seal.size} events, which the key ${seal.verifierKey} verifies.`
      : '- Not sealed yet: the next checkpoint of the log will cover them.',
  ].join('\n');
