import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCliInProcess } from '../support/cli-in-process.ts';
import { startKurrentServer } from '../support/kurrent-server.ts';
import { until } from '../support/log-harness.ts';
import { startCli } from '../support/run-cli.ts';
import { createServerDatabase } from '../support/server-database.ts';
import { type InProcess, type Json, startInProcess } from '../support/server-in-process.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl)
  process.stdout.write(
    'TEST_DATABASE_URL is not set: the tests of moves to a PostgreSQL server are skipped.\n',
  );

/**
 * Starts a conversation like a client: again with the same key while the log is not writable, until the lease of a
 * killed process on the numbering of KurrentDB's events has expired. Returns its position.
 */
const startConversation = async (server: InProcess): Promise<unknown> => {
  const key = { 'idempotency-key': randomUUID() };
  const started: Json[] = [];
  await until('a conversation has begun', async () => {
    const response = await server.post('/api/commands/StartConversation', {}, key);
    const { data } = (await server.bodyOf(response)) as { data?: Json };
    if (response.ok && data) started.push(data);
    else expect(response.status).toBe(503);
    return started.length > 0;
  });
  return started[0]?.position;
};

describe.runIf(serverUrl)('moving an installation on the command line', () => {
  const open = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-move-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const database = await createServerDatabase(serverUrl ?? '');
    onTestFinished(() => database[Symbol.asyncDispose]());
    const dataDir = join(folder, 'data');
    const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
    return {
      url: database.url,
      migrate: (...words: string[]) => runCliInProcess(['migrate', ...words], environment),
      /** Starts a move and kills it once it reports a given stage. */
      killedAt: async (sign: string, ...words: string[]): Promise<void> => {
        const killed = startCli(['migrate', ...words], environment);
        onTestFinished(killed.kill);
        await Promise.race([
          until('the move has reached the stage', () => killed.err().includes(sign)),
          killed.finished,
        ]);
        killed.kill();
        await killed.finished;
      },
      /** Starts a server on the data directory, and counts its conversations after adding some. */
      serve: async (more: number, given: Readonly<Record<string, string>> = {}) => {
        const server = await startInProcess({ dataDir, environment: given });
        onTestFinished(() => server.dispose());
        let position: unknown;
        for (let n = 0; n < more; n += 1) position = await startConversation(server);
        const listed = await server.get(`/api/conversations?limit=500&after=${String(position)}`);
        return { stop: server.dispose, conversations: (listed as unknown as Json[]).length };
      },
    };
  };

  it('moves the embedded database to a server, despite kills, and back with later events', async () => {
    const { url, migrate, killedAt, serve } = await open();
    const first = await serve(1);
    expect(first.conversations).toBe(1);
    const there = ['--from', 'embedded', '--to', url];
    expect((await migrate(...there)).err).toContain('is in use by another server');
    await first.stop();

    // Killed at several stages of its work, and then run to the end.
    for (const sign of ['Log', 'Verifying']) await killedAt(sign, ...there);
    const moved = await migrate(...there, '--json');
    expect(moved.code, moved.err).toBe(0);
    const { events, sha256 } = JSON.parse(moved.out) as { events: number; sha256: string };
    expect(events).toBeGreaterThan(0);
    const verified = await migrate(...there, '--verify-only', '--json');
    expect(JSON.parse(verified.out)).toMatchObject({ events, sha256 });

    const second = await serve(1, { DATABASE_URL: url });
    expect(second.conversations).toBe(2);
    const back = ['--from', url, '--to', 'embedded'];
    // The folder's lock reveals a server on the embedded database, the sessions one on a database server.
    expect((await migrate(...back)).err).toContain('A server is running on the source');
    await second.stop();
    const returned = await migrate(...back, '--json');
    expect(returned.code, returned.err).toBe(0);
    expect((await serve(1)).conversations).toBe(3);
  });

  it('moves a log into KurrentDB, despite kills, and out of it with later events', async () => {
    const { url, migrate, killedAt, serve } = await open();
    const kurrent = await startKurrentServer();
    onTestFinished(kurrent.kill);
    const first = await serve(21);
    expect(first.conversations).toBe(21);
    await first.stop();

    const there = ['--from', 'embedded', '--to', url, '--to-eventstore', kurrent.url()];
    await killedAt('Log', ...there);
    const moved = await migrate(...there, '--json');
    expect(moved.code, moved.err).toBe(0);
    const { events, sha256 } = JSON.parse(moved.out) as { events: number; sha256: string };
    expect(kurrent.log.records().filter(({ stream }) => stream.startsWith('anamnesis.'))).toHaveLength(
      events,
    );
    const verified = await migrate(...there, '--verify-only', '--json');
    expect(JSON.parse(verified.out)).toMatchObject({ events, sha256 });

    const second = await serve(21, { DATABASE_URL: url, EVENTSTORE_URL: kurrent.url() });
    expect(second.conversations).toBe(42);
    await second.stop();
    const back = ['--from', url, '--to', 'embedded'];
    expect((await migrate(...back)).err).toContain('The log of the source is in KurrentDB');
    const returned = await migrate(...back, '--from-eventstore', kurrent.url());
    expect(returned.code, returned.err).toBe(0);
    expect((await serve(21)).conversations).toBe(63);
  });
});
