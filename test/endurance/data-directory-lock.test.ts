import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announceServer } from '../../infra/installation/data-directory/announce-server.ts';
import { type LockOpenFile, lockOpenFile } from '../../infra/installation/data-directory/file-lock.ts';
import { findRunningServers } from '../../infra/installation/data-directory/find-running-servers.ts';
import { lockDataDirectory } from '../../infra/installation/data-directory/lock-data-directory.ts';
import { maintainAnnouncement } from '../../infra/installation/data-directory/maintain-announcement.ts';
import { openDataDirectory } from '../../infra/installation/data-directory/open-data-directory.ts';
import { silentLogger } from '../../ports/logger.ts';

const root = join(import.meta.dirname, '../..');

/** A process that wants the folder; `said` is its own report of whether it got it. */
type Rival = {
  readonly child: ChildProcess;
  readonly said: Promise<string>;
  readonly end: () => Promise<void>;
};

let folder: string;
let rivals: Rival[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-lock-'));
  rivals = [];
});
afterEach(async () => {
  for (const rival of rivals) await rival.end();
  await rm(folder, { recursive: true, force: true });
});

const start = (program: string, words: readonly string[]): Rival => {
  const child = spawn(program, words, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const said = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  const rival = { child, said, end };
  rivals.push(rival);
  return rival;
};

const startRival = (path = folder): Rival => start(process.execPath, ['test/support/lock-holder.ts', path]);

describe('the lock of the embedded data directory', () => {
  it('is won by exactly one of two concurrent starts over a stale lock, 25 times', async () => {
    for (let trial = 0; trial < 25; trial += 1) {
      const path = join(folder, String(trial));
      await openDataDirectory(path);
      // No process has this number (the maximum on Linux is 4,194,304): the remains of a killed server of an older
      // version.
      await writeFile(join(path, 'lock'), '99999999');
      const pair = [startRival(path), startRival(path)];
      const said = await Promise.all(pair.map((rival) => rival.said));
      expect(said.filter((line) => line === 'locked')).toHaveLength(1);
      expect(said.filter((line) => line.startsWith('refused: '))).toHaveLength(1);
      for (const rival of pair) await rival.end();
    }
  });

  it('ignores a stale file that names a living process of another program', async () => {
    await openDataDirectory(folder);
    await writeFile(join(folder, 'lock'), String(process.ppid));
    expect(await startRival().said).toBe('locked');
  });

  it('names the folder in use, and suggests a remedy', async () => {
    expect(await startRival().said).toBe('locked');
    const second = await startRival().said;
    expect(second).toContain(`The data directory ${folder} is in use`);
    expect(second).toContain('Stop it first, or set DATA_DIR to another folder.');
  });

  it('is free as soon as its holder is killed, and held by a frozen one', async () => {
    const holder = startRival();
    expect(await holder.said).toBe('locked');
    holder.child.kill('SIGSTOP');
    expect(await startRival().said).toMatch(/^refused: /);
    await holder.end();
    expect(await startRival().said).toBe('locked');
  });

  it('survives a reader or copier of the folder, including the holder', async () => {
    const directory = await openDataDirectory(folder);
    const release = await lockDataDirectory(directory, silentLogger);
    for (const name of await readdir(folder)) await readFile(join(folder, name)).catch(() => {});
    expect(await startRival().said).toMatch(/^refused: /);
    await release();
    expect(await startRival().said).toBe('locked');
  });

  const namespaces =
    process.platform === 'linux' &&
    spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;
  if (!namespaces)
    process.stdout.write(
      'unshare --pid is not permitted here: the test of the lock between containers is skipped.\n',
    );
  it.runIf(namespaces)('holds between containers in which both processes have pid 1', async () => {
    const contained = () =>
      start('unshare', [
        ...['--pid', '--fork', '--kill-child', '--mount-proc'],
        ...[process.execPath, 'test/support/lock-holder.ts', folder],
      ]);
    const said = await Promise.all([contained().said, contained().said]);
    expect(said.toSorted()).toEqual([
      'locked',
      expect.stringMatching(/^refused: The data directory .* is in use/),
    ]);
    expect(await readFile(join(folder, 'lock'), 'utf8')).toBe('1');
  });

  const withoutLocks: Readonly<Record<string, LockOpenFile>> = {
    'that knows none': () => {
      throw Object.assign(new Error('no locks available'), { code: 'ENOLCK' });
    },
    'that gives one to everybody': () => true,
  };
  for (const [what, lock] of Object.entries(withoutLocks)) {
    it(`is refused on a file system ${what}`, async () => {
      const directory = await openDataDirectory(folder);
      await expect(lockDataDirectory(directory, silentLogger, lock)).rejects.toThrow(
        `The file system of the data directory ${folder} does not support locks`,
      );
      // Nothing stays behind that would block a later start.
      expect(await startRival().said).toBe('locked');
    });
  }
});

describe('the servers registered on a data directory', () => {
  it('are found while they run, even several on one folder', async () => {
    const directory = await openDataDirectory(folder);
    const withdraw = await announceServer(directory, { url: 'http://127.0.0.1:3001' });
    const withdrawOther = await announceServer(directory, { url: 'http://127.0.0.1:3002' });
    const found = await findRunningServers(folder);
    expect(found.map(({ url }) => url).toSorted()).toEqual([
      'http://127.0.0.1:3001',
      'http://127.0.0.1:3002',
    ]);
    await withdrawOther();
    expect(await findRunningServers(folder)).toEqual([{ pid: process.pid, url: 'http://127.0.0.1:3001' }]);
    await withdraw();
    expect(await findRunningServers(folder)).toEqual([]);
  });

  it('are identified by their new certificate as soon as they have one, and are gone when they exit', async () => {
    const directory = await openDataDirectory(folder);
    const url = 'https://localhost:3001';
    const announced = await maintainAnnouncement(directory, { url, certificate: 'first' });
    await announced.announce({ url, certificate: 'second' });
    await announced.announce({ url, certificate: 'third' });
    expect(await findRunningServers(folder)).toEqual([{ pid: process.pid, url, certificate: 'third' }]);
    const late = announced.announce({ url, certificate: 'fourth' });
    await announced.withdraw();
    await late;
    await announced.announce({ url, certificate: 'too late' });
    expect(await readdir(join(folder, 'servers'))).toEqual([]);
  });

  it('are not taken for running because another process reuses their pid', async () => {
    const directory = await openDataDirectory(folder);
    const withdraw = await announceServer(directory, { url: 'http://127.0.0.1:3001' });
    const [name = ''] = await readdir(join(folder, 'servers'));
    const content = await readFile(join(folder, 'servers', name), 'utf8');
    await withdraw();
    // The remains of kill -9, naming a living process: this one.
    await writeFile(join(folder, 'servers', name), content);
    expect(await findRunningServers(folder)).toEqual([]);
    expect(await readdir(join(folder, 'servers'))).toEqual([]);
  });

  it('hold their file by an operating-system lock', async () => {
    const directory = await openDataDirectory(folder);
    const withdraw = await announceServer(directory, { url: 'http://127.0.0.1:3001' });
    const [name = ''] = await readdir(join(folder, 'servers'));
    const { open } = await import('node:fs/promises');
    const again = await open(join(folder, 'servers', name), 'r+');
    expect(lockOpenFile(again.fd)).toBe(false);
    await again.close();
    await withdraw();
  });
});
