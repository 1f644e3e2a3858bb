import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/log-harness.ts';
import { programArguments } from '../support/program-arguments.ts';
import { compileCache } from '../support/test-cache.ts';

/** Every write to it fails as on a full disk. */
const FULL = '/dev/full';
const hasFull = existsSync(FULL);
if (!hasFull)
  process.stdout.write(`There is no ${FULL} here: the test of a log on a full disk is skipped.\n`);

it.runIf(hasFull)('a server whose log is on a full disk still starts, answers and stops', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-full-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = await open(FULL, 'w');
  onTestFinished(() => log.close());
  const port = await freePort();
  const server = spawn(process.execPath, programArguments('app/main.ts'), {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...compileCache, DATA_DIR: join(folder, 'data'), PORT: String(port), LOG_FORMAT: 'json' },
    stdio: ['ignore', log.fd, log.fd],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const exited = once(server, 'exit');
  const answers = async (path: string): Promise<number | undefined> =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => undefined,
    );
  await until('the server is ready', async () => (await answers('/health/ready')) === 200);
  expect(await answers('/api/documents')).toBe(401);
  server.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
