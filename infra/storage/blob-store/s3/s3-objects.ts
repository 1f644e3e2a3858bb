import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { coalesceCalls } from '../../../../ports/coalesce-calls.ts';
import type { Metrics } from '../../../../ports/metrics.ts';
import { doWithRetries, type RetryPolicy } from '../../../../ports/retry.ts';
import { createCircuitBreaker } from '../../../resilience/circuit-breaker.ts';
import { judgeFailure, type Verdict } from '../../../resilience/judge-failure.ts';
import type { BucketConfiguration } from '../blob-configuration.ts';
import {
  isBeyondEnd,
  isNoSuchObject,
  isThereAlready,
  restingStore,
  s3Failure,
  takesNoWrites,
  tooSlow,
  unlikeS3,
} from './s3-failures.ts';

/** An object as it is listed. */
export type ListedObject = {
  /** Without the prefix of the configuration. */
  readonly key: string;
  readonly size: number;
  /** Milliseconds since 1970 by the store's clock. */
  readonly modified: number;
};

/** What an object is made of; it is read anew for each attempt. */
export type ObjectContent = {
  readonly size: number;
  /** SHA-256 of all of it, lower-case hex. */
  readonly sha256: string;
  /** All bytes, or those from `start` up to and including `end`. */
  readonly read: (range?: { readonly start: number; readonly end: number }) => AsyncIterable<Uint8Array>;
};

/**
 * The objects of a bucket under one prefix. Every request is bounded in time and tried again where that may help. All
 * reject with a Failure of `blob-store` (`disk` for a bucket that is full). What is done is seen by everybody at once:
 * the store must be strongly consistent, as AWS, MinIO, Ceph and others are.
 */
export type S3Objects = {
  /** Resolves when the object is durable. The store compares what arrived with the SHA-256 that it was told. */
  readonly put: (key: string, content: ObjectContent) => Promise<void>;
  /** Makes a small object unless there is one. */
  readonly putOnce: (key: string, text: string) => Promise<void>;
  /** A copy made by the store. Answers false when there is nothing to copy. */
  readonly copy: (from: { readonly key: string; readonly size: number }, to: string) => Promise<boolean>;
  /** The bytes, or those from `start` up to and including `end` as far as there are any; `undefined` for no object. */
  readonly read: (
    key: string,
    range?: { readonly start: number; readonly end: number },
  ) => Promise<AsyncIterable<Uint8Array> | undefined>;
  readonly has: (key: string) => Promise<boolean>;
  /** In the order of their keys, after `after` when that is given; read page by page. */
  readonly list: (prefix: string, after?: string) => AsyncIterable<ListedObject>;
  /** Harmless where there is none. */
  readonly remove: (key: string) => Promise<void>;
  /** One quick look whether the bucket is there and lets us in; after a write that failed also whether it takes one. */
  readonly check: () => Promise<void>;
  /** Whether the bucket keeps what is removed as older versions; `undefined` where it does not tell. */
  readonly keepsVersions: () => Promise<boolean | undefined>;
  /** Gives up large uploads that a crash broke off, so that their parts take no room. */
  readonly abandonUploads: () => Promise<void>;
  readonly close: () => void;
};

/** Connecting takes milliseconds; a network that swallows packets must not hold a caller for minutes. */
const CONNECT_MS = 3000;
/** A request without a large body, its answer included. */
const REQUEST_MS = 10_000;
const CHECK_MS = 2000;
/** Without a byte moving for so long a transfer is given up. */
const STALL_MS = 20_000;
/** Copying inside the store, which may have to move gigabytes. */
const COPY_MS = 120_000;
/** Larger content is sent in parts, each of which is repeated by itself. */
const USUAL_PART_BYTES = 64 * 1024 * 1024;
/** The store copies so much in one request; larger objects are copied in parts. S3 allows 5 GiB. */
const COPY_PART_BYTES = 1024 * 1024 * 1024;
/** Uploads broken off for so long belong to nobody any more. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;
const CONNECTIONS = 32;
/** What answers hold beside the bytes of an object: a page of a listing takes half a megabyte. */
const ANSWER_BYTES = 8 * 1024 * 1024;
const policy: RetryPolicy = { attempts: 4, firstPause: 100, maxPause: 2000 };

const base64Of = (sha256: string): string => Buffer.from(sha256, 'hex').toString('base64');

const rangeOf = ({ start, end }: { readonly start: number; readonly end: number }): string =>
  `bytes=${start}-${end === Number.MAX_SAFE_INTEGER ? '' : end}`;

const isRetryable = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.retryable === true;

/** A bucket that is full, refuses us or is not there does not get well by being left alone; it does answer. */
const judge = (error: unknown): Verdict => {
  if (
    error instanceof Failure &&
    error.reason.details?.retryable === false &&
    error.reason.code !== 'timeout'
  )
    return 'answered';
  return judgeFailure(error);
};

/** Whether the store was at fault, and not what it was asked for. */
const isOfStore = (error: unknown): boolean =>
  error instanceof Failure &&
  (error.reason.code === 'unavailable' || error.reason.code === 'timeout') &&
  !isNoSuchObject(error.cause);

/** The SDK leaves the form of a request open. */
const setHeader = (request: unknown, name: string, value: string): void => {
  if (typeof request !== 'object' || request === null || !('headers' in request)) return;
  const { headers } = request;
  if (typeof headers === 'object' && headers !== null) Reflect.set(headers, name, value);
};

/** What a server sends as an answer, but no more than an answer has. */
async function* ofBoundedLength(content: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of content) {
    if (!(piece instanceof Uint8Array)) continue;
    bytes += piece.byteLength;
    if (bytes > ANSWER_BYTES) throw unlikeS3();
    yield piece;
  }
}

/** The SDK gathers the body of every answer but that of an object in memory, however long it is. */
const boundAnswer = (response: unknown, isObject: boolean): void => {
  if (typeof response !== 'object' || response === null) return;
  if (!('body' in response && 'statusCode' in response) || !(response.body instanceof Readable)) return;
  const isDone = response.statusCode === 200 || response.statusCode === 206;
  if (isObject && isDone) return;
  Reflect.set(response, 'body', Readable.from(ofBoundedLength(response.body), { objectMode: false }));
};

/** A clock that is started when something is waited for, and aborts when that takes too long. */
const createStallWatch = (milliseconds: number) => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const rest = (): void => clearTimeout(timer);
  return {
    signal: controller.signal,
    rest,
    wait: (): void => {
      rest();
      timer = setTimeout(() => controller.abort(tooSlow()), milliseconds);
    },
  };
};

async function* watched(
  content: AsyncIterable<Uint8Array>,
  watch: ReturnType<typeof createStallWatch>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    watch.wait();
    yield piece;
  }
  watch.wait();
}

type S3Options = {
  readonly metrics: Pick<Metrics, 'observe'>;
  readonly partBytes?: number;
  readonly stallMs?: number;
};

/** Opens nothing yet. */
export const connectToBucket = (
  { bucket: Bucket, prefix, endpoint, region, pathStyle }: BucketConfiguration,
  { metrics, partBytes = USUAL_PART_BYTES, stallMs = STALL_MS }: S3Options,
): S3Objects => {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint ? { endpoint: endpoint.href } : {}),
    // What fails is told by what is thrown.
    logger: { trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    // Attempts are made here, where a body can be read anew.
    maxAttempts: 1,
    // What is sent has the SHA-256 that it was told by; trailing checksums are unknown to many servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: new NodeHttpHandler({
      connectionTimeout: CONNECT_MS,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    }),
  });
  // The hash of a body stands in the signature, so that every server compares it, also one that knows no checksums.
  client.middlewareStack.add(
    (next) => async (args) => {
      const { input, request } = args;
      if ('ChecksumSHA256' in input && typeof input.ChecksumSHA256 === 'string')
        setHeader(
          request,
          'x-amz-content-sha256',
          Buffer.from(input.ChecksumSHA256, 'base64').toString('hex'),
        );
      return next(args);
    },
    { step: 'build', name: 'knownContentHash' },
  );
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        boundAnswer(result.response, commandName === 'GetObjectCommand');
        return result;
      },
    // Within what reads the answer.
    { step: 'deserialize', priority: 'low', name: 'boundedAnswer' },
  );
  const circuit = createCircuitBreaker({ refusal: restingStore, now: () => performance.now() });
  /** A bucket may let us in, list and read, and take nothing: a look at it alone would call it well. */
  let didRefuseWrite = false;

  const measured = async <Answer>(
    operation: 'put' | 'copy' | 'read' | 'list' | 'remove',
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    const started = performance.now();
    const tell = (outcome: 'done' | 'failed'): void =>
      metrics.observe('anamnesis_blob_store_seconds', (performance.now() - started) / 1000, {
        operation,
        outcome,
      });
    try {
      const answer = await circuit.run(
        () =>
          doWithRetries(
            async () => {
              try {
                return await work();
              } catch (error) {
                throw s3Failure(error);
              }
            },
            { ...policy, mayPass: isRetryable },
          ),
        judge,
      );
      tell('done');
      return answer;
    } catch (error) {
      tell('failed');
      const isWrite = operation === 'put' || operation === 'copy' || operation === 'remove';
      if (isWrite && isOfStore(error)) didRefuseWrite = true;
      throw error;
    }
  };
  const inTime = (milliseconds = REQUEST_MS) => ({ abortSignal: AbortSignal.timeout(milliseconds) });

  /** Sends a body that is given up when it does not move any more. */
  const sendBody = async <Answer>(
    content: AsyncIterable<Uint8Array>,
    send: (body: Readable, options: { readonly abortSignal: AbortSignal }) => Promise<Answer>,
  ): Promise<Answer> => {
    const watch = createStallWatch(stallMs);
    watch.wait();
    const body = Readable.from(watched(content, watch), { objectMode: false });
    try {
      return await send(body, { abortSignal: watch.signal });
    } catch (error) {
      throw watch.signal.aborted ? watch.signal.reason : error;
    } finally {
      watch.rest();
      body.destroy();
    }
  };

  const putWhole = (key: string, { size, sha256, read }: ObjectContent): Promise<void> =>
    measured('put', () =>
      sendBody(read(), async (Body, options) => {
        await client.send(
          new PutObjectCommand({
            Bucket,
            Key: prefix + key,
            Body,
            ContentLength: size,
            ContentType: 'application/octet-stream',
            ChecksumSHA256: base64Of(sha256),
          }),
          options,
        );
      }),
    );

  /** Runs an upload in parts, and gives it up when one of them fails. */
  const inParts = async (
    key: string,
    size: number,
    length: number,
    sendPart: (
      at: { readonly UploadId: string; readonly PartNumber: number },
      range: { readonly start: number; readonly end: number },
    ) => Promise<Pick<CompletedPart, 'ETag' | 'ChecksumSHA256'>>,
  ): Promise<void> => {
    const target = { Bucket, Key: prefix + key };
    const { UploadId } = await measured('put', () =>
      client.send(
        new CreateMultipartUploadCommand({
          ...target,
          ContentType: 'application/octet-stream',
          ChecksumAlgorithm: 'SHA256',
        }),
        inTime(),
      ),
    );
    if (UploadId === undefined) throw s3Failure(new Error('An upload without an id.'));
    try {
      const Parts: CompletedPart[] = [];
      for (let start = 0, PartNumber = 1; start < size; start += length, PartNumber += 1) {
        const range = { start, end: Math.min(start + length, size) - 1 };
        Parts.push({ ...(await sendPart({ UploadId, PartNumber }, range)), PartNumber });
      }
      await measured('put', () =>
        client.send(
          new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }),
          inTime(COPY_MS),
        ),
      );
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand({ ...target, UploadId }), inTime()).catch(() => {});
      throw error;
    }
  };

  const putInParts = (key: string, { size, read }: ObjectContent): Promise<void> =>
    inParts(key, size, partBytes, async (at, range) => {
      const hash = createHash('sha256');
      for await (const piece of read(range)) hash.update(piece);
      const ChecksumSHA256 = hash.digest('base64');
      const { ETag } = await measured('put', () =>
        sendBody(read(range), (Body, options) =>
          client.send(
            new UploadPartCommand({
              Bucket,
              Key: prefix + key,
              ...at,
              Body,
              ContentLength: range.end - range.start + 1,
              ChecksumSHA256,
            }),
            options,
          ),
        ),
      );
      return { ETag, ChecksumSHA256 };
    });

  const copyWhole = (from: string, to: string): Promise<void> =>
    measured('copy', async () => {
      await client.send(
        new CopyObjectCommand({ Bucket, Key: prefix + to, CopySource: `${Bucket}/${prefix}${from}` }),
        inTime(COPY_MS),
      );
    });

  const copyInParts = (from: string, size: number, to: string): Promise<void> =>
    inParts(to, size, COPY_PART_BYTES, async (at, { start, end }) => {
      const { CopyPartResult } = await measured('copy', () =>
        client.send(
          new UploadPartCopyCommand({
            Bucket,
            Key: prefix + to,
            ...at,
            CopySource: `${Bucket}/${prefix}${from}`,
            CopySourceRange: `bytes=${start}-${end}`,
          }),
          inTime(COPY_MS),
        ),
      );
      return { ETag: CopyPartResult?.ETag, ChecksumSHA256: CopyPartResult?.ChecksumSHA256 };
    });

  /** The pieces of an answer; whoever takes them may take their time, the store may not. */
  async function* piecesOf(
    body: AsyncIterable<unknown>,
    watch: ReturnType<typeof createStallWatch>,
  ): AsyncGenerator<Uint8Array> {
    try {
      watch.wait();
      for await (const piece of body) {
        watch.rest();
        if (piece instanceof Uint8Array) yield piece;
        watch.wait();
      }
    } catch (error) {
      throw s3Failure(watch.signal.aborted ? watch.signal.reason : error);
    } finally {
      watch.rest();
    }
  }

  /** Not through the circuit: whether it is open says nothing of the bucket. Whoever waits for the bucket shares it. */
  const tryWriting = coalesceCalls(async () => {
    const Key = `${prefix}probes/writes`;
    try {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: '' }), inTime(CHECK_MS));
      await client.send(new DeleteObjectCommand({ Bucket, Key }), inTime(CHECK_MS));
    } catch (error) {
      throw takesNoWrites(error);
    }
    didRefuseWrite = false;
  });

  return {
    put: (key, content) => (content.size > partBytes ? putInParts(key, content) : putWhole(key, content)),
    putOnce: (key, text) =>
      measured('put', async () => {
        await client
          .send(new PutObjectCommand({ Bucket, Key: prefix + key, Body: text, IfNoneMatch: '*' }), inTime())
          .catch((error: unknown) => {
            if (!isThereAlready(error)) throw error;
          });
      }),
    copy: async ({ key, size }, to) => {
      try {
        await (size > COPY_PART_BYTES ? copyInParts(key, size, to) : copyWhole(key, to));
        return true;
      } catch (error) {
        if (error instanceof Failure && isNoSuchObject(error.cause)) return false;
        throw error;
      }
    },
    read: async (key, range) => {
      const watch = createStallWatch(stallMs);
      try {
        const { Body } = await measured('read', async () => {
          watch.wait();
          return client.send(
            new GetObjectCommand({
              Bucket,
              Key: prefix + key,
              ...(range ? { Range: rangeOf(range) } : {}),
            }),
            { abortSignal: watch.signal },
          );
        });
        return Body instanceof Readable ? piecesOf(Body, watch) : Readable.from([]);
      } catch (error) {
        const cause = error instanceof Failure ? error.cause : error;
        if (isNoSuchObject(cause)) return undefined;
        if (isBeyondEnd(cause)) return Readable.from([]);
        throw watch.signal.aborted ? s3Failure(watch.signal.reason) : error;
      } finally {
        watch.rest();
      }
    },
    has: async (key) => {
      try {
        await measured('read', () =>
          client.send(new HeadObjectCommand({ Bucket, Key: prefix + key }), inTime()),
        );
        return true;
      } catch (error) {
        if (error instanceof Failure && isNoSuchObject(error.cause)) return false;
        throw error;
      }
    },
    list: async function* (start, after) {
      let token: string | undefined;
      let last = '';
      do {
        const page = await measured('list', () =>
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
          // One that begins anew, or goes round in a circle, would never end.
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
    },
    remove: (key) =>
      measured('remove', async () => {
        await client
          .send(new DeleteObjectCommand({ Bucket, Key: prefix + key }), inTime())
          // S3 itself never says so; others do where two delete at once.
          .catch((error: unknown) => {
            if (!isNoSuchObject(error)) throw error;
          });
      }),
    check: async () => {
      try {
        await client.send(new HeadBucketCommand({ Bucket }), inTime(CHECK_MS));
      } catch (error) {
        // An answer to HEAD has no body that could name the error.
        if (isNoSuchObject(error))
          throw new Failure(
            failure('unavailable', `There is no bucket "${Bucket}", which BLOB_URL names. Make it.`, {
              component: 'blob-store',
            }),
            { cause: error },
          );
        throw s3Failure(error);
      }
      if (didRefuseWrite) await tryWriting();
    },
    keepsVersions: async () => {
      try {
        const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket }), inTime());
        return Status !== undefined;
      } catch {
        return undefined;
      }
    },
    abandonUploads: async () => {
      const { Uploads = [] } = await measured('list', () =>
        client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }), inTime()),
      );
      for (const { Key, UploadId, Initiated } of Uploads)
        if (Initiated !== undefined && Date.now() - Initiated.getTime() > ABANDONED_AFTER_MS)
          await measured('remove', () =>
            client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), inTime()),
          );
    },
    close: () => client.destroy(),
  };
};
