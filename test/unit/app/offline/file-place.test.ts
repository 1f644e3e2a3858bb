import { describe, expect, it } from 'vitest';
import { filePlaceOf } from '../../../../app/offline/file-place.ts';

describe('the location of stored files', () => {
  it('accepts the path of a folder', () => {
    for (const folder of ['/srv/files', 'files', './a b', String.raw`C:\files`])
      expect(filePlaceOf(folder, '--blobs', {})).toBe(folder);
  });

  it('rejects a path that looks like another kind of address', () => {
    for (const address of ['http://files.example/a', 'S3://bucket', 'file:///srv/files', 'postgres://a/b'])
      expect(() => filePlaceOf(address, '--blobs', {})).toThrow(
        '--blobs must be a bucket (s3://…) or a data directory',
      );
  });
});
