import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/log-harness.ts';
import { createServerDatabase, type ServerDatabase } from '../support/server-database.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

type Outcome = {
  readonly status: number;
  readonly code?: string;
  readonly retryAfter?: number;
};

/** The request's connection stays silent forever, so only abandoning it leads to a response. */
const request = async (server: ServerProcess, path: string, init?: RequestInit): Promise<Outcome> => {
  const response = await server.fetch(path, init);
  const body = (await response.json()) as { error?: { code?: string; retryAfter?: number } };
  return { ...body.error, status: response.status };
};
const ask = (server: ServerProcess, question: string): Promise<Outcome> =>
  request(server, '/api/commands/AskQuery', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question }),
  });
const eight = (what: (n: number) => Promise<Outcome>): Promise<readonly Outcome[]> =>
  Promise.all(Array.from({ length: 8 }, (_, n) => what(n)));

const unexpected = (outcomes: readonly Outcome[], codes: readonly number[]): readonly Outcome[] =>
  outcomes.filter(({ status }) => !codes.includes(status));

const serverUrl = process.env.TEST_DATABASE_URL;

// Skipped without TEST_DATABASE_URL, which `test/support/databases.ts` reports: only a server can go silent.
describe.skipIf(!serverUrl)('a database server that goes silent without closing a connection', () => {
  let database: ServerDatabase;
  let proxy: TcpProxy;
  let dataDir: string;
  let server: ServerProcess;

  const recovered = (): Promise<void> =>
    until('commands are accepted again', async () => {
      const { status } = await ask(server, 'midazolam dose for seizures');
      return status === 202;
    });

  beforeAll(async () => {
    database = await createServerDatabase(serverUrl ?? '');
    proxy = await startTcpProxy(database.url);
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-silent-'));
    server = await startServerProcess(dataDir, {
      DATABASE_URL: proxy.urlFor(database.url),
      // It is asked as often as needed until it answers again.
      RATE_LIMIT_COMMANDS: '0',
      RATE_LIMIT_QUESTIONS: '0',
      RATE_LIMIT_READS: '0',
    });
    await recovered();
  });
  afterEach(() => proxy.resume());
  afterAll(async () => {
    await server?.kill();
    await proxy?.[Symbol.asyncDispose]();
    await database?.[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('answers every caller in time when only the append connection is silent, and writes over a new one', async () => {
    const writing = proxy.connections().filter((one) => one.applicationName() === 'anamnesis-appends');
    expect(writing.length).toBeGreaterThan(0);
    for (const connection of writing) connection.silence();
    const outcomes = await eight((n) => ask(server, `midazolam dose, silent append ${n}`));
    expect(unexpected(outcomes, [202, 503, 504])).toEqual([]);
    // The silent connection is still silent: it was abandoned, not awaited.
    await recovered();
  });

  it('continues over new connections when all open ones are silent', async () => {
    for (const connection of proxy.connections()) connection.silence();
    const outcomes = await eight((n) =>
      n % 2 === 0 ? ask(server, `midazolam dose, all silent ${n}`) : request(server, '/api/documents'),
    );
    expect(unexpected(outcomes, [200, 202, 503, 504])).toEqual([]);
    await recovered();
  });

  it('informs callers, the health check and lease owners when nothing answers, and recovers automatically', async () => {
    proxy.silence();
    const commands = await eight((n) => ask(server, `midazolam dose, nothing answers ${n}`));
    const reads = await eight(() => request(server, '/api/documents'));
    for (const outcomes of [commands, reads]) {
      expect(unexpected(outcomes, [503, 504])).toEqual([]);
      expect(outcomes.filter(({ retryAfter }) => retryAfter === undefined)).toEqual([]);
    }
    expect((await server.fetch('/health/live')).status).toBe(200);
    expect((await request(server, '/health/ready')).code).toBe('unavailable');
    await until('the node knows that its leases have expired', () =>
      server.output().includes('A lease could not be renewed in time.'),
    );
    proxy.resume();
    await recovered();
    await until(
      'the server is ready again',
      async () => (await server.fetch('/health/ready')).status === 200,
    );
  });

  it('does not delay the exit of the process', async () => {
    proxy.silence();
    const asked = eight((n) => ask(server, `midazolam dose, at the end ${n}`)).catch(() => []);
    await server.stop();
    // On its own, by the limits of its steps: it was not killed.
    expect(server.process.exitCode).not.toBeNull();
    await asked;
  });
});
