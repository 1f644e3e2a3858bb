import { erasurePlaceWords, unreachedPlaceWords } from './erasure-words.ts';
import type { ErasureBasis, ErasureCertificate } from './subject-events.ts';

const bases: Readonly<Record<ErasureBasis, string>> = {
  gdpr_art_17: 'the right to erasure (GDPR, article 17)',
  retention_expired: 'the end of the retention period',
  court_order: 'a court order',
  mistaken_upload: 'data uploaded by mistake',
  other: 'other grounds, stated in the request',
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
        `- ${erasurePlaceWords[place]}: ${count} ${effect === 'removed' ? 'removed' : 'unreadable for good'}.`,
    ),
    '- Every node was instructed to drop its data in memory, and also checks for tombstones.',
    '',
    'What cannot be reached from here:',
    ...erasure.notReached.map((place) => `- ${unreachedPlaceWords[place]}`),
  ].join('\n');
