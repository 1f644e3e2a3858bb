import { describe, expect, it } from 'vitest';
import { filePlaceOf } from '../../../../app/offline/file-place.ts';

describe('the place that files go to', () => {
  it('is a folder by its name', () => {
    for (const folder of ['/srv/files', 'files', './a b', String.raw`C:\files`])
      expect(filePlaceOf(folder, '--blobs', {})).toBe(folder);
  });

  it('is no folder that is named like the address of something else', () => {
    for (const address of ['http://files.example/a', 'S3://bucket', 'file:///srv/files', 'postgres://a/b'])
      expect(() => filePlaceOf(address, '--blobs', {})).toThrow(
        '--blobs must be a bucket (s3://…) or a data directory',
      );
  });
});
