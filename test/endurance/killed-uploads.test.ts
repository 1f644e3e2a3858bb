import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { until } from '../support/log-harness.ts';
import { startInProcess } from '../support/server-in-process.ts';
import { adminToken, type ServerProcess, startServerProcess } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a form with a file that never ends. */
const beginUpload = ({ url }: ServerProcess): ClientRequest => {
  const sending = request(`${url}/api/commands/IngestDocument`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'multipart/form-data; boundary=xx' },
  });
  sending.on('error', () => {});
  sending.write(
    `--xx\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n${'a'.repeat(1_500_000)}`,
  );
  return sending;
};

it('a killed server removes its unfinished uploads at the next start', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-killed-'));
  const incoming = (): Promise<readonly string[]> => readdir(join(dataDir, 'blobs', 'incoming'));
  server = await startServerProcess(dataDir);
  const uploads = [beginUpload(server), beginUpload(server), beginUpload(server)];
  await until('all uploads are arriving', async () => (await incoming()).length === uploads.length);
  await server.kill();
  expect((await incoming()).length).toBe(uploads.length);
  const next = await startInProcess({ dataDir });
  expect(await incoming()).toEqual([]);
  await next.dispose();
});
