import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startKurrentServer } from '../support/kurrent-server.ts';
import { until } from '../support/log-harness.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { createServerDatabase } from '../support/server-database.ts';
import { startServerProcess } from '../support/server-process.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const json = { 'content-type': 'application/json' };

describe.runIf(serverUrl)('moving house on the command line', () => {
  it('brings the embedded database to a server, past being killed, and back with what came since', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-move-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'data');
    const database = await createServerDatabase(serverUrl ?? '');
    onTestFinished(() => database[Symbol.asyncDispose]());
    const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
    const start = async (given: Readonly<Record<string, string>> = {}) => {
      const server = await startServerProcess(dataDir, given);
      const conversations = async (): Promise<number> => {
        const { position } = await post();
        const answer = await server.fetch(`/api/conversations?limit=500&after=${position}`);
        const { data } = (await answer.json()) as { data: unknown[] };
        return data.length;
      };
      const post = async (): Promise<{ position: number }> => {
        const answer = await server.fetch('/api/commands/StartConversation', {
          method: 'POST',
          headers: json,
          body: '{}',
        });
        return ((await answer.json()) as { data: { position: number } }).data;
      };
      return { server, conversations };
    };
    const first = await start();
    expect(await first.conversations()).toBe(1);

    const there = ['--from', 'embedded', '--to', database.url];
    expect((await runCli(['migrate', ...there], environment)).err).toContain('is in use by another server');
    await first.server.stop();

    // Killed at some moment of its work, several times, and then to its end.
    for (const sign of ['Log', 'Verifying']) {
      const killed = startCli(['migrate', ...there], environment);
      await Promise.race([
        until('it is at work', () => killed.err().includes(sign), 60_000),
        killed.finished,
      ]);
      killed.kill();
      await killed.finished;
    }
    const moved = await runCli(['migrate', ...there, '--json'], environment);
    expect(moved.code, moved.err).toBe(0);
    const { events, sha256 } = JSON.parse(moved.out) as { events: number; sha256: string };
    expect(events).toBeGreaterThan(0);
    const verified = await runCli(['migrate', ...there, '--verify-only', '--json'], environment);
    expect(JSON.parse(verified.out)).toMatchObject({ events, sha256 });

    const second = await start({ DATABASE_URL: database.url });
    expect(await second.conversations()).toBe(2);
    const back = ['--from', database.url, '--to', 'embedded'];
    // The lock of the folder tells of a server on the embedded database, the sessions of one on the server's.
    expect((await runCli(['migrate', ...back], environment)).err).toContain(
      'A server is running on the source',
    );
    await second.server.stop();
    const returned = await runCli(['migrate', ...back, '--json'], environment);
    expect(returned.code, returned.err).toBe(0);
    const third = await start();
    expect(await third.conversations()).toBe(3);
    await third.server.stop();
  });

  it('brings a log into KurrentDB, past being killed, and out of it with what came since', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-move-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'data');
    const kurrent = await startKurrentServer();
    onTestFinished(kurrent.kill);
    const database = await createServerDatabase(serverUrl ?? '');
    onTestFinished(() => database[Symbol.asyncDispose]());
    const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
    const converse = async (given: Readonly<Record<string, string>> = {}): Promise<number> => {
      const server = await startServerProcess(dataDir, given);
      for (let n = 0; n < 20; n += 1)
        await server.fetch('/api/commands/StartConversation', { method: 'POST', headers: json, body: '{}' });
      const told = await server.fetch('/api/commands/StartConversation', {
        method: 'POST',
        headers: json,
        body: '{}',
      });
      const { position } = ((await told.json()) as { data: { position: number } }).data;
      const answer = await server.fetch(`/api/conversations?limit=500&after=${position}`);
      const { data } = (await answer.json()) as { data: unknown[] };
      await server.stop();
      return data.length;
    };
    expect(await converse()).toBe(21);

    const there = ['--from', 'embedded', '--to', database.url, '--to-eventstore', kurrent.url()];
    const killed = startCli(['migrate', ...there], environment);
    await Promise.race([until('it is at work', () => killed.err().includes('Log'), 60_000), killed.finished]);
    killed.kill();
    await killed.finished;
    const moved = await runCli(['migrate', ...there, '--json'], environment);
    expect(moved.code, moved.err).toBe(0);
    const { events, sha256 } = JSON.parse(moved.out) as { events: number; sha256: string };
    expect(kurrent.log.records().filter(({ stream }) => stream.startsWith('anamnesis.'))).toHaveLength(
      events,
    );
    const verified = await runCli(['migrate', ...there, '--verify-only', '--json'], environment);
    expect(JSON.parse(verified.out)).toMatchObject({ events, sha256 });

    expect(await converse({ DATABASE_URL: database.url, EVENTSTORE_URL: kurrent.url() })).toBe(42);
    const back = ['--from', database.url, '--to', 'embedded'];
    expect((await runCli(['migrate', ...back], environment)).err).toContain(
      'The log of the source is in KurrentDB',
    );
    const returned = await runCli(['migrate', ...back, '--from-eventstore', kurrent.url()], environment);
    expect(returned.code, returned.err).toBe(0);
    expect(await converse()).toBe(63);
  });

  it.each([
    [['--from', 'embedded', '--to', 'embedded'], 'The two ends are the same database'],
    [
      ['--from', 'embedded', '--to', 'mysql://somewhere/else'],
      '--to: must be "embedded" or a postgres:// URL',
    ],
    [['--from', 'embedded', '--to', 'postgres://nobody@127.0.0.1:1/none'], 'There is no embedded database'],
    [['--from', 'postgres://u:secret@127.0.0.1:1/none', '--to', 'embedded'], 'refuses connections'],
    [
      [
        '--from',
        'embedded',
        '--to',
        'postgres://nobody@127.0.0.1:1/none',
        '--to-eventstore',
        'http://u:secret@x',
      ],
      '--to-eventstore must be a connection string',
    ],
  ])('says what is wrong with %j', async (words, sentence) => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-move-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { code, err } = await runCli(['migrate', ...words], { DATA_DIR: join(folder, 'data') });
    expect(code).not.toBe(0);
    expect(err).toContain(sentence);
    expect(err).not.toContain('secret');
  });
});
