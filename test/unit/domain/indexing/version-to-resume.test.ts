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
  ['the version that was stopped for the one that failed', 2, [overtaken(1), broken(2)], 1],
  ['the newest of several that were stopped', 3, [overtaken(1), overtaken(2), broken(3)], 2],
  ['an older one still, when the one between is broken too', 3, [overtaken(1), broken(2), broken(3)], 1],
  ['none that failed by itself', 2, [broken(1), broken(2)], undefined],
  ['none that a person cancelled', 2, [{ ...broken(1), reason: 'cancelled' }, broken(2)], undefined],
  ['none while an older one serves', 3, [overtaken(1), at(2, 'COMPLETED'), broken(3)], undefined],
  ['none while one is under way', 3, [overtaken(1), at(2, 'RUNNING'), broken(3)], undefined],
  ['none while a newer one is under way', 2, [overtaken(1), broken(2), at(3, 'PENDING')], undefined],
  ['none while a newer one has yet to begin', 2, [overtaken(1), broken(2), at(3, 'NONE')], undefined],
  ['none once a newer one serves', 2, [overtaken(1), broken(2), at(3, 'COMPLETED')], undefined],
  ['none that is superseded for good', 2, [at(1, 'SUPERSEDED'), broken(2)], undefined],
])('takes up %s', (_, failed, versions, expected) => {
  expect(versionToResume(failed, versions)).toBe(expected);
});
