import { expect, it } from 'vitest';
import type { CertifiedErasure } from '../../../../domain/privacy/certify-erasure.ts';
import { describeCertificate } from '../../../../domain/privacy/describe-certificate.ts';

const erasure: CertifiedErasure = {
  erasureId: 'e1',
  subject: 'person:patient-4711',
  requestedAt: '2026-01-01T00:00:00.000Z',
  confirmedAt: '2026-01-02T00:00:00.000Z',
  erasedAt: '2026-01-02T00:00:01.000Z',
  basis: 'gdpr_art_17',
  requestedBy: 'okafor',
  confirmedBy: 'moreau',
  keyId: 'k',
  effects: [
    { place: 'read_models', count: 1, effect: 'unreadable' },
    { place: 'files', count: 4, effect: 'removed' },
  ],
  notReached: ['exports'],
  positions: [4, 9, 11],
};

it('an erasure certificate names its events, and the checkpoint and key that seal them, or that none does yet', () => {
  expect(describeCertificate(erasure, { size: 20, verifierKey: 'log.example+1+A' })).toContain(
    'the events at positions 4, 9, 11 of the log.\n- Sealed by the checkpoint of 20 events, which the key log.example+1+A verifies.',
  );
  expect(describeCertificate(erasure, undefined)).toContain('Not sealed yet');
});

it('an erasure certificate counts one of a kind as well as many, in lines that begin with the erased kind', () => {
  const text = describeCertificate(erasure, undefined);
  expect(text).toContain('\n- Rows of read models: 1 unreadable for good.\n- Stored files: 4 removed.\n');
});
