import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { omitUndefined } from '../../../../../domain/kernel/omit-undefined.ts';
import { inMemory } from '../../../../../infra/storage/blob-store/in-memory-content.ts';
import { connectToBucket } from '../../../../../infra/storage/blob-store/s3/connect-to-bucket.ts';
import { openS3BlobStore } from '../../../../../infra/storage/blob-store/s3/s3-blob-store.ts';
import { requireSealed } from '../../../../../infra/storage/sealed-blobs/require-sealed.ts';
import { MARK } from '../../../../../infra/storage/sealed-blobs/sealed-layout.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { describeBlobStore } from '../../../../contract/blob-store.contract.ts';
import { startFaultyS3Proxy } from '../../../../support/faulty-s3-proxy.ts';
import { bucketOf, ownBlobUrl, testBlobUrl } from '../../../../support/s3-server.ts';
import { startTcpProxy } from '../../../../support/tcp-proxy.ts';

if (!testBlobUrl)
  process.stdout.write('TEST_S3_URL is not set: the tests of blobs in a bucket are skipped.\n');

type Ways = { readonly blobUrl?: string; readonly partBytes?: number; readonly stallMs?: number | undefined };

const open = async ({ blobUrl = ownBlobUrl(), ...ways }: Ways = {}) => {
  const spool = await mkdtemp(join(tmpdir(), 'anamnesis-spool-'));
  const objects = connectToBucket(bucketOf(blobUrl), { metrics: silentMetrics, ...omitUndefined(ways) });
  return {
    blobUrl,
    objects,
    spool,
    store: await openS3BlobStore(objects, { spool, alone: true }),
    leftovers: async () => [
      ...(await readdir(spool)),
      ...(await Array.fromAsync(objects.list(''), ({ key }) => key)).filter(
        (key) => !/^blobs\/[0-9a-f]{64}\.[0-9a-f-]{36}$/.test(key),
      ),
    ],
    dispose: async () => {
      for await (const { key } of objects.list('')) await objects.remove(key);
      objects.close();
      await rm(spool, { recursive: true, force: true });
    },
  };
};

const disposable = async (ways?: Ways) => {
  const harness = await open(ways);
  return { ...harness, [Symbol.asyncDispose]: harness.dispose };
};

async function* parts(...all: Uint8Array[]) {
  yield* all;
}

if (testBlobUrl) describeBlobStore('S3', () => open(), { meetings: 40 });

describe.skipIf(!testBlobUrl)('a misbehaving bucket', () => {
  const endpoint = (): string => new URL(testBlobUrl ?? '').searchParams.get('endpoint') ?? '';
  const fault = async (stallMs?: number) => {
    const proxy = await startFaultyS3Proxy(endpoint());
    const harness = await open({ blobUrl: ownBlobUrl({ endpoint: proxy.url }), stallMs });
    return {
      proxy,
      ...harness,
      [Symbol.asyncDispose]: async () => {
        proxy.faultOf = () => undefined;
        // Its circuit may still be open: remains are under a separate prefix.
        await harness.dispose().catch(() => {});
        await proxy[Symbol.asyncDispose]();
      },
    };
  };

  it('is retried when overloaded, and the whole content arrives', async () => {
    await using bad = await fault();
    let refusals = 0;
    bad.proxy.faultOf = (method) => {
      if (method !== 'PUT' || refusals === 2) return undefined;
      refusals += 1;
      return { status: 503, code: 'SlowDown' };
    };
    const content = randomBytes(300_000);
    const { sha256 } = await bad.store.put(parts(content), 1_000_000);
    expect(refusals).toBe(2);
    expect(content.equals(await bad.store.get(sha256))).toBe(true);
  });

  it('is not retried forever, and the failure is reported', async () => {
    await using bad = await fault();
    bad.proxy.faultOf = () => ({ status: 503, code: 'SlowDown' });
    await expect(bad.store.putBytes(randomBytes(10))).rejects.toMatchObject({
      reason: { code: 'unavailable', component: 'blob-store' },
    });
    expect(bad.proxy.seen.length).toBe(4);
    await Promise.allSettled(Array.from({ length: 4 }, () => bad.store.has('0'.repeat(64))));
    const asked = bad.proxy.seen.length;
    // After enough failures, its circuit is open and nothing waits for it.
    await expect(bad.store.has('0'.repeat(64))).rejects.toMatchObject({
      reason: {
        message: expect.stringContaining('no request is sent for now'),
        details: { refused: 'circuit_open' },
      },
    });
    expect(bad.proxy.seen.length).toBe(asked);
  });

  it('is reported as full, like a full disk', async () => {
    await using bad = await fault();
    bad.proxy.faultOf = (method) => (method === 'PUT' ? { status: 403, code: 'QuotaExceeded' } : undefined);
    const staged = await bad.store.stage(parts(randomBytes(10)), 10);
    await expect(staged.keep()).rejects.toMatchObject({
      reason: { code: 'unavailable', component: 'disk', message: expect.stringContaining('is full') },
    });
    bad.proxy.faultOf = () => undefined;
    await staged.keep();
    await staged.discard();
    expect(await bad.store.has(staged.sha256)).toBe(true);
  });

  it('is read further from the point where a response broke off', async () => {
    await using bad = await fault();
    const content = randomBytes(500_000);
    const { sha256 } = await bad.store.putBytes(content);
    let broken = 0;
    bad.proxy.faultOf = (method, path) => {
      if (method !== 'GET' || !path.includes(sha256) || path.includes('list-type') || broken === 3)
        return undefined;
      broken += 1;
      return { breakAfter: 100_000 };
    };
    expect(content.equals(await bad.store.get(sha256))).toBe(true);
    expect(broken).toBe(3);
    const stretch = Buffer.concat(await Array.fromAsync(bad.store.read(sha256, { start: 7, end: 400_000 })));
    expect(stretch.equals(content.subarray(7, 400_001))).toBe(true);
  });

  it('blocks no one when it falls silent midway', async () => {
    const proxy = await startTcpProxy(endpoint());
    const silent = await open({
      blobUrl: ownBlobUrl({ endpoint: `http://127.0.0.1:${proxy.port}` }),
      stallMs: 2000,
    });
    const content = randomBytes(40_000_000);
    const { sha256 } = await silent.store.putBytes(content);
    const reader = silent.store.read(sha256)[Symbol.asyncIterator]();
    expect((await reader.next()).done).toBe(false);
    // More than buffers in transit can hold.
    proxy.silence();
    await expect(
      (async () => {
        while (!(await reader.next()).done);
      })(),
    ).rejects.toMatchObject({ reason: { code: 'timeout', component: 'blob-store' } });
    const staged = await silent.store.stage(parts(randomBytes(40_000_000)), 40_000_000);
    await expect(
      silent.objects.put('blobs/never', { ...staged, read: () => staged.read() }),
    ).rejects.toMatchObject({
      reason: { code: 'timeout' },
    });
    proxy.resume();
    proxy.cut();
    await staged.keep();
    await staged.discard();
    expect(await silent.store.has(staged.sha256)).toBe(true);
    await silent.dispose();
    await proxy[Symbol.asyncDispose]();
  });

  it('is detected when it returns other content', async () => {
    await using harness = await disposable();
    const content = randomBytes(100);
    const { sha256 } = await harness.store.putBytes(content);
    const [object] = await Array.fromAsync(harness.objects.list('blobs/'));
    if (!object) throw new Error('Expected a blob.');
    await harness.objects.put(object.key, inMemory(randomBytes(100)));
    await expect(harness.store.get(sha256)).rejects.toMatchObject({ reason: { code: 'internal_error' } });
  });

  it('receives the expected checksum, and refuses other content', async () => {
    await using harness = await disposable();
    const content = inMemory(randomBytes(100));
    await expect(
      harness.objects.put('blobs/x', { ...content, read: () => inMemory(randomBytes(100)).read() }),
    ).rejects.toMatchObject({ reason: { component: 'blob-store' } });
    expect(await harness.objects.has('blobs/x')).toBe(false);
  });

  it('receives large content in parts, and interrupted parts are discarded', async () => {
    await using harness = await disposable({ partBytes: 5 * 1024 * 1024 });
    const content = randomBytes(12_000_000);
    const { sha256 } = await harness.store.put(parts(content), 20_000_000);
    expect(content.equals(await harness.store.get(sha256))).toBe(true);
    expect(await harness.leftovers()).toEqual([]);
  });

  it.each([
    ['There is no bucket "not-there-at-all"', ownBlobUrl({ bucket: 'not-there-at-all' })],
    ['cannot be reached', ownBlobUrl({ endpoint: 'http://127.0.0.1:9' })],
  ])('is reported at the start: %s', async (sentence, blobUrl) => {
    const objects = connectToBucket(bucketOf(blobUrl), { metrics: silentMetrics });
    await expect(objects.check()).rejects.toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining(sentence) },
    });
    objects.close();
  });

  it('is reported at the start when its keys are wrong', async () => {
    const { AWS_SECRET_ACCESS_KEY: secret } = process.env;
    process.env.AWS_SECRET_ACCESS_KEY = 'another';
    try {
      const objects = connectToBucket(bucketOf(ownBlobUrl()), { metrics: silentMetrics });
      await expect(objects.check()).rejects.toMatchObject({
        reason: { code: 'unavailable', message: expect.stringContaining('refused access (403)') },
      });
      objects.close();
    } finally {
      process.env.AWS_SECRET_ACCESS_KEY = secret;
    }
  });

  it('loses nothing when a process freezes between check and removal', async () => {
    await using proxy = await startFaultyS3Proxy(endpoint());
    await using harness = await disposable();
    const frozenBlobUrl = new URL(harness.blobUrl);
    frozenBlobUrl.searchParams.set('endpoint', proxy.url);
    const frozen = await open({ blobUrl: frozenBlobUrl.href });
    const content = randomBytes(100);
    const { sha256 } = await harness.store.putBytes(content);
    const [listed] = await Array.fromAsync(frozen.store.list());
    if (!listed) throw new Error('Expected a blob.');
    const deletions: string[] = [];
    // Its delete request arrives after another process has stored the content again.
    proxy.faultOf = (method, path) => {
      if (method === 'DELETE') deletions.push(path);
      return undefined;
    };
    await harness.store.putBytes(content);
    expect(await frozen.store.remove(listed)).toBe(false);
    expect(deletions.length).toBe(1);
    expect(content.equals(await harness.store.get(sha256))).toBe(true);
    frozen.objects.close();
  });

  it('receives only sealed content when it is off the premises', async () => {
    await using harness = await disposable();
    const outside = requireSealed(harness.store);
    await expect(outside.putBytes(Buffer.from('a plain text'))).rejects.toMatchObject({
      reason: { code: 'rule_violated', details: { reason: 'unsealed_stays_local' } },
    });
    await expect(outside.put(parts(Buffer.from('a plain text')), 100)).rejects.toMatchObject({
      reason: { code: 'rule_violated' },
    });
    const sealed = Buffer.concat([MARK, randomBytes(100)]);
    const { sha256 } = await outside.put(parts(sealed.subarray(0, 5), sealed.subarray(5)), 1000);
    expect((await Array.fromAsync(harness.store.list())).map((blob) => blob.sha256)).toEqual([sha256]);
    expect(await harness.leftovers()).toEqual([]);
  });
});
