import { expect, test } from 'vitest';
import { type VersionJobStatus, versionToResume } from '../../../../domain/indexing/version-to-resume.ts';

const broken = (version: number): VersionJobStatus => ({
  version,
  status: 'FAILED',
  reason: 'encrypted_pdf',
});
const overtaken = (version: number): VersionJobStatus => ({
  version,
  status: 'FAILED',
  reason: 'superseded',
});
const at = (version: number, status: VersionJobStatus['status']): VersionJobStatus => ({ version, status });

test.each<[string, number, readonly VersionJobStatus[], number | undefined]>([
  ['the stopped version instead of the failed one', 2, [overtaken(1), broken(2)], 1],
  ['the newest of several stopped versions', 3, [overtaken(1), overtaken(2), broken(3)], 2],
  ['an older version when the one between is broken too', 3, [overtaken(1), broken(2), broken(3)], 1],
  ['no version that failed', 2, [broken(1), broken(2)], undefined],
  ['no version that a user cancelled', 2, [{ ...broken(1), reason: 'cancelled' }, broken(2)], undefined],
  ['no version while an older one is live', 3, [overtaken(1), at(2, 'COMPLETED'), broken(3)], undefined],
  ['no version while one is in progress', 3, [overtaken(1), at(2, 'RUNNING'), broken(3)], undefined],
  ['no version while a newer one is in progress', 2, [overtaken(1), broken(2), at(3, 'PENDING')], undefined],
  ['no version while a newer one is pending', 2, [overtaken(1), broken(2), at(3, 'NONE')], undefined],
  ['no version when a newer one is live', 2, [overtaken(1), broken(2), at(3, 'COMPLETED')], undefined],
  ['no version that is permanently superseded', 2, [at(1, 'SUPERSEDED'), broken(2)], undefined],
])('resumption selects %s', (_, failed, versions, expected) => {
  expect(versionToResume(failed, versions)).toBe(expected);
});
