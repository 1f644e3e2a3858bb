import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { chooseEndpoint } from '../../installation/environment/choose-endpoint.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';

/** The variables that store document files in a bucket. The AWS SDK finds the credentials. */
export const blobEnvironment = {
  BLOB_URL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'a bucket for the files of documents, `s3://bucket/prefix?endpoint=https://…&region=…&pathStyle=true`: without `endpoint` it is at AWS; credentials come from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or any other source of the AWS SDK; without this setting files are in `blobs` under `DATA_DIR`',
    ),
  BLOB_LOCAL: flag
    .optional()
    .describe(
      'whether that bucket is on the premises; decided by its address unless set; a bucket elsewhere only gets content sealed with its document’s key',
    ),
} as const;

type BlobEnvironment = z.output<z.ZodObject<typeof blobEnvironment>> & {
  readonly AWS_REGION?: string | undefined;
};

/** A bucket and the prefix within it. */
export type BucketConfiguration = {
  readonly bucket: string;
  /** The prefix of all keys; empty, or ending with a slash. */
  readonly prefix: string;
  /** Absent for AWS itself. */
  readonly endpoint?: URL;
  readonly region: string;
  /** True when the bucket name is in the path instead of the host name. */
  readonly pathStyle: boolean;
  readonly leavesThePremises: boolean;
};

/** The default region of S3 clients. */
const USUAL_REGION = 'us-east-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that need no escaping in a key, a URL or a shell. */
const PREFIX = /^[\w./-]{0,200}$/;
const parameters: ReadonlySet<string> = new Set(['endpoint', 'region', 'pathStyle']);

const refused = (problem: string): Choice<never> => ({ ok: false, problem });

/** Reads the bucket from BLOB_URL if it is set, or returns a sentence that says what is wrong with it. */
export const chooseBlobs = (env: BlobEnvironment): Choice<BucketConfiguration | undefined> => {
  const { BLOB_URL: written, BLOB_LOCAL: local } = env;
  if (written === undefined)
    return local === undefined
      ? { ok: true, value: undefined }
      : refused('BLOB_LOCAL has no effect without BLOB_URL');
  const url = URL.parse(written);
  if (url?.protocol !== 's3:')
    return refused(
      written.startsWith('s3:')
        ? 'BLOB_URL cannot be read; it must be written as s3://bucket/prefix?endpoint=https://…'
        : 'BLOB_URL must be an s3:// URL',
    );
  if (url.username !== '' || url.password !== '')
    return refused('BLOB_URL must not hold keys; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (url.port !== '')
    return refused('BLOB_URL must name its server as ?endpoint=http://host:port, not before the path');
  if (url.host === '') return refused('BLOB_URL must name a bucket: s3://bucket/prefix');
  if (!BUCKET.test(url.host))
    return refused(
      'BLOB_URL must name a bucket as S3 allows it: 3 to 63 lower-case letters, digits, dots and hyphens',
    );
  if (url.hash !== '') return refused('BLOB_URL must not have a # in it');
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.has(name));
  if (unknown !== undefined)
    return refused('BLOB_URL accepts only the parameters endpoint, region and pathStyle');
  const path = url.pathname.replace(/^\//, '');
  if (!PREFIX.test(path)) return refused('BLOB_URL must have a prefix of letters, digits and . _ - / only');
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  const chosen = chooseEndpoint('BLOB_URL', url.searchParams.get('endpoint'), local === true);
  if (!chosen.ok) return chosen;
  const endpoint = chosen.value;
  const style = url.searchParams.get('pathStyle');
  if (style !== null && style !== 'true' && style !== 'false')
    return refused('BLOB_URL must have true or false as its pathStyle');
  const isPrivate = endpoint !== undefined && isPrivateHost(endpoint);
  return {
    ok: true,
    value: {
      bucket: url.host,
      prefix,
      region: url.searchParams.get('region') ?? env.AWS_REGION ?? USUAL_REGION,
      pathStyle: style === 'true',
      leavesThePremises: local === undefined ? !isPrivate : !local,
      ...omitUndefined({ endpoint }),
    },
  };
};
