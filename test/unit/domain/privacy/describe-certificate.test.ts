import { expect, it } from 'vitest';
import { describeCertificate } from '../../../../domain/privacy/describe-certificate.ts';

it('an erasure certificate counts one of a kind as well as many, in lines that begin with the erased kind', () => {
  const text = describeCertificate({
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
  });
  expect(text).toContain('\n- Rows of read models: 1 unreadable for good.\n- Stored files: 4 removed.\n');
});
