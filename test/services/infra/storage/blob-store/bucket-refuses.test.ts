import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyS3Proxy, startFaultyS3Proxy } from '../../../../support/faulty-s3-proxy.ts';
import { until } from '../../../../support/log-harness.ts';
import { ownBlobUrl, testBlobUrl } from '../../../../support/s3-server.ts';
import { type InProcess, startInProcess } from '../../../../support/server-in-process.ts';

// Skipped without TEST_S3_URL, which `files-in-a-bucket.test.ts` reports.
describe.skipIf(!testBlobUrl)('an installation with a failing bucket', () => {
  let folder: string;
  let proxy: FaultyS3Proxy;
  let blobUrl: string;
  let server: InProcess;

  const start = (): Promise<InProcess> =>
    startInProcess({ dataDir: join(folder, 'data'), environment: { BLOB_URL: blobUrl } });
  const readiness = async (): Promise<string> => (await server.request('/health/ready')).text();
  const parked = async (): Promise<unknown> => {
    const followers = (await server.get('/api/admin/projections')) as unknown as { parked: number }[];
    return followers.reduce((sum, one) => sum + one.parked, 0);
  };
  const isWrite = (method: string): boolean => method !== 'GET' && method !== 'HEAD';
  /** Refuses from the first write after the file itself was accepted, and counts the refusals. */
  const refuseAfterFirstWrite = (
    refusal: { readonly status: number; readonly code: string },
    isRefused: (method: string) => boolean,
  ) => {
    const refused = { count: 0 };
    let writes = 0;
    proxy.faultOf = (method) => {
      if (isWrite(method)) writes += 1;
      if (writes < 2 || !isRefused(method)) return undefined;
      refused.count += 1;
      return refusal;
    };
    return refused;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-refusing-'));
    proxy = await startFaultyS3Proxy(new URL(testBlobUrl ?? '').searchParams.get('endpoint') ?? '');
    blobUrl = ownBlobUrl({ endpoint: proxy.url });
    server = await start();
  });
  afterAll(async () => {
    await server.stop();
    await proxy[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    { what: 'denies writes for lack of permission', status: 403, code: 'AccessDenied', isRefused: isWrite },
    {
      what: 'denies writes because it is read-only',
      status: 405,
      code: 'MethodNotAllowed',
      isRefused: isWrite,
    },
    {
      what: 'denies writes because it is full',
      status: 507,
      code: 'InsufficientStorage',
      isRefused: isWrite,
    },
    { what: 'rejects the keys', status: 403, code: 'InvalidAccessKeyId', isRefused: () => true },
  ])('delays documents, says so, and indexes them once the bucket works again: it $what', async (refusal) => {
    // A second attempt uses another file, because the bucket has the first one.
    const docKey = `ticks-${randomUUID()}`;
    const refused = refuseAfterFirstWrite(refusal, refusal.isRefused);
    const uploaded = await server.upload(
      `# ${refusal.code}\n\nRemove a tick with tweezers (${docKey}).\n`,
      'ticks.md',
      {
        docKey,
        title: refusal.code,
      },
    );
    expect(uploaded.status).toBe(202);
    // More often than any limit of attempts.
    await until('the bucket has refused many times', () => refused.count > 10);
    expect(await readiness()).toContain(
      refusal.isRefused('GET')
        ? 'The bucket of files cannot be used'
        : 'The bucket of files accepts no writes: searches and downloads continue',
    );
    const examined = await (await server.post('/api/admin/doctor', {})).text();
    expect(examined).toContain(refusal.isRefused('GET') ? 'refused access' : 'accepts no writes');
    const more = await server.upload('# More\n\nMore.\n', 'more.md', { docKey: 'more', title: 'More' });
    expect(more.status).toBe(503);

    proxy.faultOf = () => undefined;
    const job = await server.jobOf(uploaded);
    expect(job.state).toBe('COMPLETED');
    expect(await parked()).toBe(0);
    await expect.poll(readiness, { timeout: 60_000 }).not.toContain('The bucket of files');
    const file = await server.request(`/api/documents/${docKey}/versions/1/file`);
    expect(await file.text()).toContain(refusal.code);
  });

  it('loses nothing when it is stopped meanwhile, and restarted with valid keys', async () => {
    const docKey = `rotated-${randomUUID()}`;
    const refused = refuseAfterFirstWrite({ status: 403, code: 'SignatureDoesNotMatch' }, () => true);
    const uploaded = await server.upload(`# Rotated\n\nWith other keys (${docKey}).\n`, 'rotated.md', {
      docKey,
      title: 'Rotated',
    });
    expect(uploaded.status).toBe(202);
    await until('the bucket has refused', () => refused.count > 0);
    await server.stop();
    await expect(start()).rejects.toThrow(/refused access/);
    proxy.faultOf = () => undefined;
    server = await start();
    expect((await server.jobOf(uploaded)).state).toBe('COMPLETED');
    expect(await parked()).toBe(0);
  });
});
