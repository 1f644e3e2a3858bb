import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../support/log-harness.ts';
import { placeMigratedDatabase } from '../support/new-database.ts';
import { serverOnTerminal, terminals } from '../support/on-terminal.ts';
import { startProgram } from '../support/run-cli.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const dieAtToken = `--import=${join(import.meta.dirname, '../support/die-at-token.ts')}`;
const shownToken = /Admin token \(shown only once, keep it safe\): (\S{32})/;
const namedFile = /Admin token: in (\S+)/;

let folder: string;
let dataDir: string;
let servers: ServerProcess[];

const startServer = async (): Promise<ServerProcess> => {
  const server = await startServerProcess(dataDir, { ADMIN_TOKEN: '' });
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
const onTerminal = (seen: RegExp, environment: Readonly<Record<string, string>> = {}): Promise<string> =>
  serverOnTerminal(dataDir, seen, environment);

describe('the admin token of a server killed while creating it', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-token-'));
    dataDir = join(folder, 'data');
    servers = [];
  });
  afterEach(async () => {
    for (const server of servers) await server.kill();
    await rm(folder, { recursive: true, force: true });
  });

  it.runIf(terminals)(
    'is shown on a terminal until a shown one has taken effect, and not again',
    async () => {
      const killed = await onTerminal(/(?!)/, { NODE_OPTIONS: dieAtToken, DIE_AT: 'before' });
      const lost = shownToken.exec(killed)?.[1] ?? '';
      expect(lost).not.toBe('');
      const output = await onTerminal(shownToken);
      const token = shownToken.exec(output)?.[1] ?? '';
      expect(token).not.toBe(lost);
      const server = await startServer();
      expect([await statusWith(server, lost), await statusWith(server, token)]).toEqual([401, 200]);
      await server.stop();
      expect(server.output()).not.toContain('Admin token');
      await expect(access(join(dataDir, 'keys/admin-token'))).rejects.toThrow('ENOENT');
    },
  );

  it.runIf(terminals)('was seen when the process was killed after it took effect', async () => {
    await placeMigratedDatabase(dataDir);
    const killed = await onTerminal(/(?!)/, { NODE_OPTIONS: dieAtToken, DIE_AT: 'after' });
    const server = await startServer();
    expect(await statusWith(server, shownToken.exec(killed)?.[1] ?? '')).toBe(200);
  });

  it('is available in its file after kills just before and just after it took effect', async () => {
    await placeMigratedDatabase(dataDir);
    // Each creates a token, because none is in force yet: otherwise the second would not reach its moment.
    for (const instant of ['before', 'after']) {
      const killed = await startProgram('app/main.ts', [], {
        DATA_DIR: dataDir,
        PORT: '0',
        NODE_OPTIONS: dieAtToken,
        DIE_AT: instant,
      }).finished;
      expect(killed.code).toBe(null);
      expect(killed.out).not.toContain('Admin token');
    }
    const server = await startServer();
    await tokenAnnounced(server);
    expect(await statusWith(server, await tokenIn(server.output()))).toBe(200);
  });
});
