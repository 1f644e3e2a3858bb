import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '../support/log-harness.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { mountSmallVolume } from '../support/small-volume.ts';

const MB = 1_000_000;
/** Space for an empty installation (some 60 MB, and as much again for its write-ahead log) and for the filler. */
const volume = await mountSmallVolume(320);

type Body = {
  readonly data: Record<string, unknown>;
  readonly error: { readonly code: string; readonly component?: string; readonly message: string };
};
const bodyOf = async (response: Response): Promise<Body> => (await response.json()) as Body;

const upload = (server: ServerProcess, n: number): Promise<Response> => {
  const form = new FormData();
  form.set('docKey', `protocol-${n}`);
  form.set('sourceType', 'guideline');
  // Large as a file, small as a text: the space goes to the blob, without a million passages to wait for.
  const text = `Protocol ${n}. Give oxygen to every patient with shortness of breath.\n${' '.repeat(3 * MB)}\nEnd ${n}.`;
  form.set('file', new Blob([text]), `protocol-${n}.txt`);
  return server.fetch('/api/commands/IngestDocument', { method: 'POST', body: form });
};

const jobsOf = async (server: ServerProcess): Promise<readonly Record<string, unknown>[]> => {
  const { data } = await bodyOf(await server.fetch('/api/admin/kb/jobs?limit=100'));
  return data as unknown as Record<string, unknown>[];
};
const parkedOn = async (server: ServerProcess): Promise<unknown> =>
  (await bodyOf(await server.fetch('/api/admin/consumers/parked'))).data;

/** The message once it is not ready: the disk is checked ten times a second. */
const notReady = async (server: ServerProcess): Promise<Body> => {
  let ready = await server.fetch('/health/ready');
  await until('the server is not ready', async () => {
    ready = await server.fetch('/health/ready');
    return ready.status === 503;
  });
  return bodyOf(ready);
};

afterAll(async () => {
  await volume?.[Symbol.asyncDispose]();
});

describe.skipIf(!volume)('a full disk', () => {
  it('refuses writes, keeps reading, and resumes writing when there is room again', async () => {
    if (!volume) return;
    await volume.empty();
    // A second attempt begins with an empty volume.
    const dataDir = join(volume.path, randomUUID());
    const environment = { MIN_FREE_DISK_MB: '24' };
    let server = await startServerProcess(dataDir, environment);
    try {
      await volume.fill(40 * MB);
      const accepted: number[] = [];
      let refused: Response | undefined;
      for (let n = 1; n <= 20 && !refused; n += 1) {
        const answer = await upload(server, n);
        if (answer.status === 503) refused = answer;
        else {
          expect(answer.status).toBe(202);
          accepted.push(n);
        }
      }
      if (!refused) throw new Error('Nothing was refused.');
      expect(refused.headers.get('retry-after')).toBe('30');
      expect((await bodyOf(refused)).error).toMatchObject({
        code: 'unavailable',
        component: 'disk',
        message: expect.stringMatching(/nearly full: [\d.]+ [kM]?B free, [\d.]+ MB needed/),
      });
      expect(accepted.length).toBeGreaterThan(0);

      // Interrupted writes have freed their space; another program uses it.
      await volume.fill(18 * MB);
      expect((await server.fetch('/health/live')).status).toBe(200);
      expect((await notReady(server)).error).toMatchObject({
        message: expect.stringContaining('disk is nearly full'),
        details: { components: ['disk'] },
      });
      expect((await server.fetch('/api/documents')).status).toBe(200);
      const search = await server.fetch('/api/search', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'oxygen' }),
      });
      expect(search.status).toBe(200);
      const question = await server.fetch('/api/commands/AskQuery', {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'wait=30' },
        body: JSON.stringify({ question: 'Who gets oxygen?' }),
      });
      expect([question.status, (await bodyOf(question)).data.status]).toEqual([200, 'answered']);

      // Not even a byte is left for anyone: it must neither spin nor crash.
      await volume.fill(0);
      expect((await server.fetch('/health/live')).status).toBe(200);
      expect((await server.fetch('/api/documents')).status).toBe(200);
      expect((await upload(server, 50)).status).toBe(503);

      await volume.empty();
      const running = server;
      await until(
        'the server is ready again',
        async () => (await running.fetch('/health/ready')).status === 200,
      );
      expect((await upload(server, 51)).status).toBe(202);
      await until(
        'every accepted document is indexed',
        async () =>
          (await jobsOf(running)).filter(({ state }) => state === 'COMPLETED').length === accepted.length + 1,
      );
      expect(await jobsOf(server)).toHaveLength(accepted.length + 1);
      expect(await parkedOn(server)).toEqual([]);

      await volume.fill(0);
      expect(await server.stop()).toBe(0);
      await expect(startServerProcess(dataDir, environment)).rejects.toThrow(
        /could not start\. The disk of \S+ is full: opening the database needs [\d.]+ MB, [\d.]+ k?B are free/,
      );
      await volume.empty();
      server = await startServerProcess(dataDir, environment);
      expect(await jobsOf(server)).toHaveLength(accepted.length + 1);
    } finally {
      await server.kill();
      await volume.empty();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('of the files alone delays them, fails and parks nothing, and is reported', async () => {
    const files = await mountSmallVolume(40);
    if (!files) return;
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-files-'));
    await symlink(files.path, join(folder, 'blobs'));
    const server = await startServerProcess(folder, { MIN_FREE_DISK_MB: '8' });
    try {
      expect((await upload(server, 1)).status).toBe(202);
      await files.fill(0);
      expect((await notReady(server)).error).toMatchObject({ details: { components: ['disk'] } });
      const refused = await upload(server, 2);
      expect(refused.status).toBe(503);
      expect((await bodyOf(refused)).error).toMatchObject({ code: 'unavailable', component: 'disk' });
      await files.empty();
      await until('the document is indexed', async () =>
        (await jobsOf(server)).some(({ state }) => state === 'COMPLETED'),
      );
      expect(await parkedOn(server)).toEqual([]);
    } finally {
      await server.kill();
      await files[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('includes one that is out of inodes', async () => {
    const few = await mountSmallVolume(400, 3_000);
    if (!few) return;
    const server = await startServerProcess(join(few.path, 'data'), { MIN_FREE_DISK_MB: '24' });
    try {
      expect((await server.fetch('/health/ready')).status).toBe(200);
      for (let n = 0; statfsSync(few.path).ffree > 100; n += 1)
        await writeFile(join(few.path, `filler-${n}`), '');
      expect((await notReady(server)).error.message).toContain('df -i');
      expect((await bodyOf(await upload(server, 1))).error).toMatchObject({ component: 'disk' });
      expect((await server.fetch('/api/documents')).status).toBe(200);
    } finally {
      await server.kill();
      await few[Symbol.asyncDispose]();
    }
  });
});
