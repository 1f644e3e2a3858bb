import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOrphans } from '../../../infra/observability/doctor/find-orphans.ts';
import { inMemory } from '../../../infra/storage/blob-store/in-memory-content.ts';
import { connectToBucket } from '../../../infra/storage/blob-store/s3/connect-to-bucket.ts';
import { openS3BlobStore } from '../../../infra/storage/blob-store/s3/s3-blob-store.ts';
import type { S3Objects } from '../../../infra/storage/blob-store/s3/s3-objects.ts';
import type { StoredBlob } from '../../../ports/blob-store.ts';
import { silentMetrics } from '../../../ports/metrics.ts';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import type { CliResult } from '../../support/run-cli.ts';
import { bucketOf, ownBlobUrl, testBlobUrl } from '../../support/s3-server.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { TEST_JWT_SECRET } from '../../support/test-user.ts';

if (!testBlobUrl) process.stdout.write('TEST_S3_URL is not set: tests of files in a bucket are skipped.\n');

/** Two people must agree on an erasure. */
const bearer = async (sub: string) => {
  const token = await new SignJWT({ roles: ['compliance'] })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime('50m')
    .sign(new TextEncoder().encode(TEST_JWT_SECRET));
  return { authorization: `Bearer ${token}` };
};

const guideline =
  '# Ticks\n\nRemove a tick with fine tweezers, close to the skin, and watch the place for a month.\n';

describe.skipIf(!testBlobUrl)('an installation with its files in a bucket', () => {
  let folder: string;
  let dataDir: string;
  let proxy: TcpProxy;
  let blobUrl: string;
  let objects: S3Objects;
  let server: InProcess;

  const keys = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };
  const cli = (words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<CliResult> =>
    runCliInProcess(words, { DATA_DIR: dataDir, BLOB_URL: blobUrl, ...keys, ...more });
  const content = async (docKey: string): Promise<Response> =>
    server.request(`/api/documents/${docKey}/versions/1/file`);
  const names = (): Promise<readonly string[]> => Array.fromAsync(objects.list('blobs/'), ({ key }) => key);
  const start = (more: Readonly<Record<string, string>> = {}): Promise<InProcess> =>
    startInProcess({ dataDir, environment: { BLOB_URL: blobUrl, ...more } });

  beforeAll(async () => {
    keys.AWS_ACCESS_KEY_ID = process.env.AWS_ACCESS_KEY_ID ?? '';
    keys.AWS_SECRET_ACCESS_KEY = process.env.AWS_SECRET_ACCESS_KEY ?? '';
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-bucket-'));
    dataDir = join(folder, 'data');
    proxy = await startTcpProxy(new URL(testBlobUrl ?? '').searchParams.get('endpoint') ?? '');
    blobUrl = ownBlobUrl({ endpoint: `http://127.0.0.1:${proxy.port}` });
    objects = connectToBucket(bucketOf(blobUrl), { metrics: silentMetrics });
    // It starts with its files in a folder.
    server = await startInProcess({ dataDir });
    await server.ingest(guideline, 'ticks.md', { docKey: 'guideline-ticks', title: 'Ticks' });
    await server.settled();
    await server.stop();
  });
  afterAll(async () => {
    await server.stop();
    objects.close();
    await proxy[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it('refuses to start on a bucket without its files, and starts after they were copied, with every byte', async () => {
    await expect(start()).rejects.toThrow(/The files in the bucket s3:.*copy-files/);
    const copied = await cli(['copy-files', '--to', blobUrl, '--json'], { BLOB_URL: '' });
    expect(copied).toMatchObject({ code: 0, err: '' });
    const stored = await names();
    expect(JSON.parse(copied.out)).toMatchObject({ copied: stored.length, there: 0 });
    const again = await cli(['copy-files', '--to', blobUrl, '--json'], { BLOB_URL: '' });
    expect(JSON.parse(again.out)).toMatchObject({ copied: 0, there: stored.length });
    await rm(join(dataDir, 'blobs'), { recursive: true });
    server = await start();
    expect(await (await content('guideline-ticks')).text()).toBe(guideline);
  });

  it('names the missing target bucket of a copy, not the configured one', async () => {
    const missing = ownBlobUrl({ endpoint: `http://127.0.0.1:${proxy.port}`, bucket: 'not-there-at-all' });
    const failed = await cli(['copy-files', '--to', missing]);
    expect(failed.code).not.toBe(0);
    expect(failed.err).toContain('There is no bucket "not-there-at-all", which --to names.');
    expect(failed.err).not.toContain('BLOB_URL');
  });

  it('stores, finds and serves documents, and keeps none of them outside the bucket', async () => {
    const text = `${guideline}\nWash the place afterwards.\n`;
    const job = await server.ingest(text, 'ticks.md', { docKey: 'guideline-wash', title: 'Washing' });
    expect(job.state).toBe('COMPLETED');
    await server.settled();
    expect(await (await content('guideline-wash')).text()).toBe(text);
    expect(await readdir(join(dataDir, 'outgoing'))).toEqual([]);
    expect((await readdir(dataDir)).includes('blobs')).toBe(false);
  });

  it('passes an examination, which leaves recent files alone', async () => {
    const orphan = `blobs/${'ab'.repeat(32)}.${crypto.randomUUID()}`;
    await objects.put(orphan, {
      size: 0,
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      read: async function* () {},
    });
    const before = await names();
    const report = await (await server.post('/api/admin/doctor', { deep: true })).text();
    expect(report).toContain('The bucket of files responds and is strongly consistent.');
    expect(report).not.toContain('"severity":"error"');
    // It is too young to count as unreferenced.
    await server.post('/api/admin/doctor', { repair: true }).then((answer) => answer.text());
    expect(await names()).toEqual(before);
    await objects.remove(orphan);
    expect(await names()).toEqual(before.filter((key) => key !== orphan));
  });

  it('continues everything that needs no file while the bucket is down, and recovers automatically', async () => {
    proxy.refuse();
    proxy.cut();
    const health = async (): Promise<string> => (await server.request('/health/ready')).text();
    expect(await health()).toContain('The bucket of files cannot be used');
    const refused = await server.upload(`${guideline}More.\n`, 'more.md', {
      docKey: 'guideline-more',
      title: 'More',
    });
    expect(refused.status).toBe(503);
    expect(await server.bodyOf(await server.post('/api/search', { query: 'tick tweezers' }))).toMatchObject({
      success: true,
    });
    proxy.accept();
    expect(await health()).not.toContain('The bucket of files cannot be used');
    expect(
      (await server.upload(`${guideline}More.\n`, 'more.md', { docKey: 'guideline-more', title: 'More' }))
        .status,
    ).toBe(202);
    await server.settled();
  });

  it('keeps nothing of an erased document, and no unknown file', async () => {
    const before = await names();
    const secret = '# A letter\n\nMrs Kvilldrum came with a fever of 39.2 and was sent home.\n';
    const { state } = await server.ingest(secret, 'letter.md', { docKey: 'letter-1', title: 'A letter' });
    expect(state).toBe('COMPLETED');
    await server.settled();
    const own = (await names()).filter((key) => !before.includes(key));
    expect(own.length).toBeGreaterThan(1);
    const { erasureId } = await server.command(
      'EraseSubject',
      { subject: 'document:letter-1', reason: 'Asked for by letter.', basis: 'gdpr_art_17' },
      await bearer('okafor'),
    );
    await server.command(
      'ConfirmErasure',
      { subject: 'document:letter-1', erasureId },
      { ...(await bearer('moreau')), prefer: 'wait=50' },
    );
    await expect.poll(names, { timeout: 60_000, interval: 250 }).toEqual(before);
    // Marks change whenever content is stored again; the content does not.
    const report = await (await server.post('/api/admin/doctor', { deep: true })).text();
    expect(report).not.toContain('"severity":"error"');
  });

  it('removes unknown files once they are old enough', async () => {
    const orphan = `blobs/${'cd'.repeat(32)}.${crypto.randomUUID()}`;
    const content = new TextEncoder().encode('unreferenced content');
    await objects.put(orphan, inMemory(content));
    const before = await names();
    const store = await openS3BlobStore(objects, { spool: join(folder, 'spool'), alone: true });
    const { eventStore } = server.application.http;
    const found: StoredBlob[] = [];
    const services = {
      blobs: store,
      eventStore,
      subjectKeyState: async (subjects: readonly string[]) => subjects.map(() => 'present' as const),
      // As if the grace period of a day had passed.
      now: () => Date.now() + 86_400_000,
    };
    for await (const { orphans } of findOrphans(services, 3_600_000, new AbortController().signal))
      found.push(...orphans);
    expect(found.map(({ sha256 }) => sha256)).toEqual(['cd'.repeat(32)]);
    for (const one of found) expect(await store.remove(one)).toBe(true);
    expect(await names()).toEqual(before.filter((key) => key !== orphan));
  });

  it('is backed up, and restored into another bucket', async () => {
    const backup = join(folder, 'backup');
    const taken = await cli(['backup', backup, '--keys', `${backup}-keys`]);
    expect(taken).toMatchObject({ code: 0, err: expect.any(String) });
    expect(taken.err).toContain('100 %');
    const other = ownBlobUrl();
    const restored = await cli(
      [
        'restore',
        backup,
        '--keys',
        `${backup}-keys`,
        '--to',
        join(folder, 'restored'),
        '--master-key',
        join(dataDir, 'keys/master.key'),
      ],
      { BLOB_URL: other },
    );
    expect(restored).toMatchObject({ code: 0 });
    const again = await startInProcess({
      dataDir: join(folder, 'restored'),
      environment: { BLOB_URL: other },
    });
    expect(await (await again.request('/api/documents/guideline-ticks/versions/1/file')).text()).toBe(
      guideline,
    );
    await again.stop();
  });
});
