import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { inTime, type S3Bucket } from './s3-bucket.ts';
import { unlikeS3 } from './s3-failures.ts';
import type { ListedObject } from './s3-objects.ts';

/** The objects whose keys start so, in the order of their keys, after `after` when that is given; read page by page. */
export async function* listObjects(
  { client, Bucket, prefix, request }: S3Bucket,
  start: string,
  after?: string,
): AsyncGenerator<ListedObject> {
  let token: string | undefined;
  let last = '';
  do {
    const page = await request('list', () =>
      client.send(
        new ListObjectsV2Command({
          Bucket,
          Prefix: prefix + start,
          ...(token === undefined
            ? after === undefined
              ? {}
              : { StartAfter: prefix + after }
            : { ContinuationToken: token }),
        }),
        inTime(),
      ),
    );
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      // One that starts over, or goes round in a circle, would never end.
      if (Buffer.compare(Buffer.from(last), Buffer.from(Key)) >= 0) throw unlikeS3();
      last = Key;
      yield {
        key: Key.slice(prefix.length),
        size: Size,
        modified: LastModified?.getTime() ?? Date.now(),
      };
    }
    if (page.IsTruncated === true && page.NextContinuationToken === token && token !== undefined)
      throw unlikeS3();
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}
