import type { BucketConfiguration } from '../blob-configuration.ts';
import type { BlobPlace } from '../blob-place.ts';
import type { S3Objects } from './s3-objects.ts';

/** The key prefix of notes, next to that of the blobs. */
const NOTES = 'notes/';
/** Notes hold a few words. */
const MAX_NOTE_BYTES = 1024;

/** The blobs of a bucket as a `BlobPlace`. */
export const s3BlobPlace = (
  objects: Pick<S3Objects, 'read' | 'putOnce' | 'list'>,
  { bucket, prefix }: Pick<BucketConfiguration, 'bucket' | 'prefix'>,
): BlobPlace => ({
  kind: 'bucket',
  name: `the bucket s3://${bucket}/${prefix}`,
  nameOf: (note) => `the object s3://${bucket}/${prefix}${NOTES}${note}`,
  read: async (note) => {
    const content = await objects.read(`${NOTES}${note}`, { start: 0, end: MAX_NOTE_BYTES - 1 });
    return content && Buffer.concat(await Array.fromAsync(content)).toString('utf8');
  },
  writeOnce: (note, text) => objects.putOnce(`${NOTES}${note}`, text),
  notes: async () =>
    Array.fromAsync(objects.list(NOTES), ({ key }: { readonly key: string }) => key.slice(NOTES.length)),
  holdsBlobs: async () => {
    for await (const _ of objects.list('blobs/')) return true;
    return false;
  },
});
