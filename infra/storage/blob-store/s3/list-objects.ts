import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { requestTimeout, type S3Bucket } from './s3-bucket.ts';
import { invalidS3Response } from './s3-failures.ts';
import type { ListedObject } from './s3-objects.ts';

/** Lists the objects whose keys start with `start`, in key order and after `after` if given, page by page. */
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
        requestTimeout(),
      ),
    );
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      // A listing that starts over or repeats itself would never end.
      if (Buffer.compare(Buffer.from(last), Buffer.from(Key)) >= 0) throw invalidS3Response();
      last = Key;
      yield {
        key: Key.slice(prefix.length),
        size: Size,
        modified: LastModified?.getTime() ?? Date.now(),
      };
    }
    if (page.IsTruncated === true && page.NextContinuationToken === token && token !== undefined)
      throw invalidS3Response();
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}
