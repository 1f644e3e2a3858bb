import { expect, it } from 'vitest';
import { describeSubject } from '../../../../cli/output/describe-subject.ts';

const subject = { subject: 'person:patient-1', streamId: 'subject-1', holds: [], erasures: [] };
const erasure = {
  erasureId: '00000000-0000-7000-8000-000000000001',
  subject: 'person:patient-1',
  streamId: 'subject-1',
  basis: 'gdpr_art_17',
  reason: 'A letter.',
  requestedBy: 'okafor',
  requestedAt: '2026-01-01T00:00:00.000Z',
  confirmedBy: 'moreau',
  confirmedAt: '2026-01-02T00:00:00.000Z',
  closedAt: '2026-01-02T00:00:00.000Z',
} as const;

it('explains why a subject erased after the backup has no certificate', () => {
  expect(describeSubject({ ...subject, state: 'erased' })).toBe(
    'person:patient-1: erased\nIts key is destroyed. The log was restored from a backup older than the erasure, so it has no certificate.',
  );
});

it('gives this explanation for no other subject', () => {
  expect(describeSubject({ ...subject, state: 'kept' })).toBe('person:patient-1: kept');
  const erased = describeSubject({
    ...subject,
    state: 'erased',
    erasures: [{ ...erasure, state: 'erased' }],
  });
  expect(erased).not.toContain('restored');
  expect(erased).toContain('requested by okafor');
});
