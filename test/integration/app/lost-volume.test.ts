import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startInProcess } from '../../support/server-in-process.ts';

it('documents wait while the volume of the files is away, and are indexed once it is back', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-test-'));
  const server = await startInProcess({ dataDir, environment: { INDEXING_CONCURRENCY: '1' } });
  onTestFinished(async () => {
    await server.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });
  const blobs = join(dataDir, 'blobs');
  const upload = (name: string) =>
    server.upload(`# ${name}\n\nGive oxygen to a patient with ${name}.\n`, `${name}.md`, {});
  const components = async () => (await server.get('/health/ready')).components;
  const filesHealth = (healthy: boolean) =>
    expect.arrayContaining([expect.objectContaining({ component: 'blob-store', healthy, critical: false })]);

  expect(await components()).toEqual(filesHealth(true));
  const uploads = await Promise.all(['asthma', 'croup', 'burns', 'fever', 'sepsis', 'stroke'].map(upload));
  // The volume is unmounted: what remains is the empty mount point.
  await rename(blobs, `${blobs}-volume`);
  await mkdir(join(blobs, 'incoming'), { recursive: true });
  expect(uploads.map(({ status }) => status)).toEqual(uploads.map(() => 202));

  const refused = await upload('shock');
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: { component: 'blob-store', retryAfter: 5 } });
  expect(await components()).toEqual(filesHealth(false));

  await rm(blobs, { recursive: true });
  await rename(`${blobs}-volume`, blobs);
  for (const uploaded of uploads) {
    const job = await server.jobOf(uploaded);
    expect(job, JSON.stringify(job.failure)).toMatchObject({ state: 'COMPLETED' });
  }
  expect(await server.get('/api/admin/consumers/parked')).toEqual([]);
  expect(await components()).toEqual(filesHealth(true));
});
