import { once } from 'node:events';
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCliInProcess } from '../support/cli-in-process.ts';
import { until } from '../support/log-harness.ts';
import { placeMigratedDatabase } from '../support/new-database.ts';
import { serverOnTerminal, terminals } from '../support/on-terminal.ts';
import { startProgram } from '../support/run-cli.ts';
import {
  type ServerProcess,
  type ServerProcessOptions,
  startServerProcess,
} from '../support/server-process.ts';

const shownToken = /Admin token \(shown only once, keep it safe\): (\S{32})/;
const namedFile = /Admin token: in (\S+)/;

/** The message in the only line of piped output. */
const messageIn = (output: string): unknown => {
  expect(output).toMatch(/^[^\n]+\n$/);
  return (JSON.parse(output) as { readonly message: unknown }).message;
};

let folder: string;
let dataDir: string;
let servers: ServerProcess[];
const begin = async (): Promise<void> => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-token-'));
  dataDir = join(folder, 'data');
  servers = [];
};
const end = async (): Promise<void> => {
  for (const server of servers) await server.kill();
  await rm(folder, { recursive: true, force: true });
};

const startServer = async (
  environment: Readonly<Record<string, string>> = {},
  options: ServerProcessOptions = {},
): Promise<ServerProcess> => {
  const server = await startServerProcess(dataDir, { ADMIN_TOKEN: '', ...environment }, options);
  servers.push(server);
  return server;
};

const statusWith = async (server: ServerProcess, token: string): Promise<number> => {
  const response = await server.fetch('/api/admin/tokens', { headers: { authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
};

const tokenIn = async (output: string): Promise<string> => {
  const file = namedFile.exec(output)?.[1] ?? '';
  return (await readFile(file, 'utf8')).trim();
};

const tokenAnnounced = (server: ServerProcess): Promise<void> =>
  until('the server has announced the place of its token', () => namedFile.test(server.output()));

if (!terminals)
  process.stdout.write('There is no "script" here: the tests of the token on a terminal are skipped.\n');

/** Starts the server on a terminal and returns its output when it has `seen` something. */
const onTerminal = (seen: RegExp): Promise<string> => serverOnTerminal(dataDir, seen);

describe('the admin token without a terminal', () => {
  // One installation from its first start on: each test continues where the previous one stopped.
  beforeAll(begin);
  afterAll(end);
  let running: ServerProcess;
  let token: string;
  const file = (): string => join(dataDir, 'keys/admin-token');

  it('is not consumed by a first start that cannot bind its port, which is reported in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const refused = await startProgram('app/main.ts', [], {
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
    }).finished;
    other.close();
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(messageIn(refused.err)).toBe(
      `Anamnesis could not start. Port ${port} is in use, perhaps by another Anamnesis server: stop that program, or set PORT to another port.`,
    );
    await expect(access(dataDir)).rejects.toThrow('ENOENT');
    running = await startServer({}, { firstStart: true });
    await tokenAnnounced(running);
    token = await tokenIn(running.output());
    expect(await statusWith(running, token)).toBe(200);
  });

  it('is left in a file readable only by its owner', async () => {
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(running.output()).not.toContain(token);
    // A separate line, which may come later.
    await until('the server has explained the token', () =>
      running.output().includes('tokens create <name> --roles clinician'),
    );
    expect(namedFile.exec(running.output())?.[1]).toBe(file());
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('stays that of the running server when a second start with an ADMIN_TOKEN is refused, with a message', async () => {
    const second = await startProgram('app/main.ts', [], {
      DATA_DIR: dataDir,
      PORT: '0',
      ADMIN_TOKEN: 'the-token-of-the-second',
    }).finished;
    expect(second.code).toBe(1);
    expect(second.err).toContain(`The data directory ${dataDir} is in use by another server or command.`);
    expect(`${second.out}${second.err}`).not.toMatch(/^\s+at .+:\d+:\d+/m);
    expect(await statusWith(running, token)).toBe(200);
  });

  it('is reset by a command: a running server immediately accepts the new one and refuses the old one', async () => {
    const reset = await runCliInProcess(['token', 'reset'], { DATA_DIR: dataDir });
    expect(reset.code).toBe(0);
    const after = await tokenIn(reset.out);
    expect(reset.out + reset.err).not.toContain(after);
    expect([await statusWith(running, token), await statusWith(running, after)]).toEqual([401, 200]);
    token = after;
  });

  it('is that of the last reset after a restart, and is reported until its file is removed', async () => {
    await running.stop();
    const reset = await runCliInProcess(['token', 'reset'], { DATA_DIR: dataDir });
    const last = await tokenIn(reset.out);
    const second = await startServer();
    await tokenAnnounced(second);
    expect(await tokenIn(second.output())).toBe(last);
    expect([await statusWith(second, token), await statusWith(second, last)]).toEqual([401, 200]);
    await second.stop();
    await rm(file());
    const third = await startServer();
    expect(await statusWith(third, last)).toBe(200);
    await third.stop();
    expect(third.output()).not.toContain('Admin token');
  });
});

describe('the admin token', () => {
  beforeEach(begin);
  afterEach(end);

  it('makes a start exit in order, with a message, when it cannot be written to its file', async () => {
    await placeMigratedDatabase(dataDir);
    await mkdir(join(dataDir, 'keys/admin-token'), { recursive: true });
    const { code, err } = await startProgram('app/main.ts', [], { DATA_DIR: dataDir, PORT: '0' }).finished;
    expect(code).toBe(1);
    expect(messageIn(err)).toMatch(
      /^Anamnesis could not start\. The data directory \S+ contains a folder in place of one of its files\. .+\.$/,
    );
    // Announced until it was closed.
    expect(await readdir(join(dataDir, 'servers'))).toEqual([]);
  });

  it.runIf(terminals)('is shown on a terminal once, and is in no file', async () => {
    const token = shownToken.exec(await onTerminal(shownToken))?.[1] ?? '';
    const server = await startServer();
    expect(await statusWith(server, token)).toBe(200);
    await server.stop();
    expect(server.output()).not.toContain('Admin token');
    await expect(access(join(dataDir, 'keys/admin-token'))).rejects.toThrow('ENOENT');
  });

  it('is not reset when ADMIN_TOKEN would restore the old one', async () => {
    const reset = await runCliInProcess(['token', 'reset'], {
      DATA_DIR: dataDir,
      ADMIN_TOKEN: 'a-token-of-16-characters',
    });
    expect(reset.code).toBe(2);
    expect(reset.err).toContain('ADMIN_TOKEN is set');
  });
});
