import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyS3Proxy, startFaultyS3Proxy } from '../../support/faulty-s3-proxy.ts';
import { ownBlobUrl, testBlobUrl } from '../../support/s3-server.ts';
import { ingestNoteAndGuideline, observeVectors, oneMissing } from '../../support/sealed-vectors.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';

describe.skipIf(!testBlobUrl)('a sealed document with its vectors in a bucket', () => {
  let folder: string;
  let dataDir: string;
  let proxy: FaultyS3Proxy;
  let server: InProcess;
  let blob: string;
  const { keysOf, dense, readiness } = observeVectors(() => server);
  const start = (): Promise<InProcess> => startInProcess({ dataDir, environment: { BLOB_URL: blobUrl } });
  let blobUrl: string;

  const furnish = async (): Promise<void> => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-vectors-'));
    dataDir = join(folder, 'data');
    proxy = await startFaultyS3Proxy(new URL(testBlobUrl ?? '').searchParams.get('endpoint') ?? '');
    blobUrl = ownBlobUrl({ endpoint: proxy.url });
    server = await start();
    blob = await ingestNoteAndGuideline(server);
  };
  const clear = async (): Promise<void> => {
    await server.stop();
    await proxy[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
  beforeAll(furnish);
  // The vectors are requested for the first time only once.
  afterAll(clear);

  const keepAway = (): void => {
    proxy.faultOf = (method) => (method === 'GET' ? { status: 503, code: 'ServiceUnavailable' } : undefined);
  };
  const comesBack = async (): Promise<void> => {
    proxy.faultOf = () => undefined;
    // A whole search each time, for as long as the server pauses between its attempts.
    await expect.poll(() => dense('bronchospasm albuterol'), { timeout: 180_000, interval: 1000 }).toBe('ok');
    expect(await readiness()).not.toContain('The vectors of');
  };

  it('is found by its words until the bucket answers', async () => {
    keepAway();
    expect(await keysOf('bronchospasm albuterol')).toContain('note-visit');
    expect(await dense('bronchospasm albuterol')).toBe('failed');
    expect(await readiness()).toContain(oneMissing);
    await comesBack();
  });

  it('is found by its words after a start without the file, until the bucket returns it', async () => {
    await server.stop();
    proxy.faultOf = (_method, path) => (path.includes(blob) ? { status: 404, code: 'NoSuchKey' } : undefined);
    server = await start();
    expect(await keysOf('bronchospasm albuterol')).toContain('note-visit');
    expect(await dense('bronchospasm albuterol')).toBe('failed');
    await comesBack();
  });
});
