import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
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
import { runCliInProcess } from '../../support/cli-in-process.ts';

/** A server in a container announces `localhost`, where another program may listen outside the container. */
describe('an impostor at the announced address of a server', () => {
  let directory: DataDirectory;
  let stranger: Server;
  let requests: IncomingMessage[];
  let url: string;
  let release: (() => Promise<void>)[];
  beforeEach(async () => {
    directory = await openDataDirectory(await mkdtemp(join(tmpdir(), 'anamnesis-stranger-')));
    requests = [];
    // It answers everything, like a web server.
    stranger = createServer((request, response) => {
      requests.push(request);
      response.setHeader('X-Anamnesis-Proof', String(request.headers['x-anamnesis-challenge'])).end('{}');
    }).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as AddressInfo;
    url = `http://127.0.0.1:${port}`;
    release = [
      await announceServer(directory, { url: url }),
      await lockDataDirectory(directory, silentLogger),
    ];
  });
  afterEach(async () => {
    for (const end of release) await end();
    stranger.close();
    await rm(directory.path, { recursive: true, force: true });
  });

  it.each([
    ['signed locally', {}],
    ['configured', { ANAMNESIS_TOKEN: 'a-token-for-the-real-server' }],
  ])('receives neither a token (%s) nor a question', async (_, environment) => {
    const asked = await runCliInProcess(['ask', 'What did Jane Doe take?'], {
      DATA_DIR: directory.path,
      ...environment,
    });
    expect(asked.code).toBe(1);
    expect(asked.err).toContain(`A server uses it, but does not answer here at ${url}.`);
    expect(requests.map((request) => request.url)).toEqual(['/health/live']);
    expect(requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });
});
