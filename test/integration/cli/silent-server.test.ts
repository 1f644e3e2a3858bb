import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announceServer } from '../../../infra/installation/data-directory/announce-server.ts';
import { lockDataDirectory } from '../../../infra/installation/data-directory/lock-data-directory.ts';
import {
  type DataDirectory,
  openDataDirectory,
} from '../../../infra/installation/data-directory/open-data-directory.ts';
import { silentLogger } from '../../../ports/logger.ts';
import { startCliInProcess } from '../../support/cli-in-process.ts';

describe('a command whose server hangs', () => {
  let directory: DataDirectory;
  let silent: Server;
  let release: (() => Promise<void>)[];
  beforeEach(async () => {
    directory = await openDataDirectory(await mkdtemp(join(tmpdir(), 'anamnesis-silent-')));
    silent = createServer(() => {
      // It accepts every request, and answers none.
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    release = [
      await announceServer(directory, { url: `http://127.0.0.1:${port}` }),
      await lockDataDirectory(directory, silentLogger),
    ];
  });
  afterEach(async () => {
    for (const end of release) await end();
    silent.closeAllConnections();
    silent.close();
    await rm(directory.path, { recursive: true, force: true });
  });

  it('exits at the first Ctrl-C, before it opens the data directory itself', async () => {
    const asked = once(silent, 'request');
    const command = startCliInProcess(['documents'], { DATA_DIR: directory.path });
    await asked;
    command.interrupt();
    expect(await command.finished).toEqual({ code: 130, out: '', err: 'Interrupted.\n' });
  });

  it('reports after a while that it waits for the server', async () => {
    const command = startCliInProcess(['documents'], { DATA_DIR: directory.path });
    await expect
      .poll(command.err, { timeout: 60_000 })
      .toBe(`Waiting for the server on ${directory.path} to answer …\n`);
    command.interrupt();
    expect((await command.finished).code).toBe(130);
  });
});
