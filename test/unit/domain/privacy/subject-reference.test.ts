import { describe, expect, it } from 'vitest';
import { fullSubjectOf, subjectReferenceSchema } from '../../../../domain/privacy/subject-reference.ts';

const id = '0197a1c0-0000-7000-8000-000000000001';

describe('a typed data subject', () => {
  it.each([
    ['patient-4711', 'person:patient-4711'],
    ['person:patient-4711', 'person:patient-4711'],
    [`conversation:${id.toUpperCase()}`, `conversation:${id}`],
    [`query:${id}`, `query:${id}`],
    ['document:protocol-1219', 'document:protocol-1219'],
    ['searches-of:dr:house@example.org', 'searches-of:dr:house@example.org'],
  ])('%s is %s', (text, full) => {
    expect(fullSubjectOf(text)).toBe(full);
    expect(subjectReferenceSchema.parse(text)).toBe(full);
  });

  it.each(['', 'person:', 'person:John Doe', 'John Doe', 'erasure:1', 'hold:1', 'toString:x', 'query:7'])(
    '%j is invalid',
    (text) => {
      expect(subjectReferenceSchema.safeParse(text).success).toBe(false);
    },
  );
});
