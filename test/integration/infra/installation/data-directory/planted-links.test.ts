import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDirectory } from '../../../../../infra/installation/data-directory/lock-data-directory.ts';
import { openDataDirectory } from '../../../../../infra/installation/data-directory/open-data-directory.ts';
import { writeAtomically } from '../../../../../infra/installation/data-directory/small-files.ts';
import { ensureAdminToken } from '../../../../../infra/services/auth/admin-token-file.ts';
import { writeDurably } from '../../../../../infra/storage/backup/durable-file.ts';
import { lockBackupFolder } from '../../../../../infra/storage/backup/lock-backup-folder.ts';
import { silentLogger } from '../../../../../ports/logger.ts';

/** The service user may write in its folders; the user of a command there may be root. */
describe('a link planted in a folder', () => {
  let folder: string;
  let victim: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-planted-'));
    victim = join(folder, 'victim');
    await writeFile(victim, 'precious', { mode: 0o600 });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('at the data directory lock never empties another file', async () => {
    const directory = await openDataDirectory(join(folder, 'data'));
    await symlink(victim, join(directory.path, 'lock'));
    await expect(lockDataDirectory(directory, silentLogger)).rejects.toThrow('contains a symbolic link');
    expect(await readFile(victim, 'utf8')).toBe('precious');
  });

  it('at the other locks never creates a file elsewhere', async () => {
    const elsewhere = join(folder, 'elsewhere');
    const directory = await openDataDirectory(join(folder, 'data'));
    await symlink(elsewhere, join(directory.keys, 'admin-token.lock'));
    await expect(ensureAdminToken(directory, undefined)).rejects.toThrow('ELOOP');
    await mkdir(join(folder, 'backup'));
    await symlink(elsewhere, join(folder, 'backup', '.lock'));
    await expect(lockBackupFolder(join(folder, 'backup'))).rejects.toThrow('ELOOP');
    await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
  });

  it('at a backup target never overwrites another file', async () => {
    const path = join(folder, 'manifest.json');
    await symlink(victim, `${path}.part`);
    await writeDurably(path, ['what is backed up']);
    expect(await readFile(victim, 'utf8')).toBe('precious');
    expect(await readFile(path, 'utf8')).toBe('what is backed up');
    expect((await lstat(path)).isFile()).toBe(true);
  });

  it('or a world-readable file never receives backup data', async () => {
    const path = join(folder, 'keys.ndjson');
    await writeFile(`${path}.part`, '');
    await chmod(`${path}.part`, 0o666);
    await writeDurably(path, ['wrapped keys']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('never gives away a file of root while root writes a small file', async (context) => {
    if (process.getuid?.() !== 0) context.skip('Only root gives files away.');
    const keys = join(folder, 'keys');
    await mkdir(keys);
    const service = 54_321;
    await chown(keys, service, service);
    let isWritten = false;
    let planted = 0;
    const plant = (): void => {
      for (const name of readdirSync(keys).filter((draft) => draft.endsWith('.new'))) {
        rmSync(join(keys, name));
        symlinkSync(victim, join(keys, name));
        planted += 1;
      }
      if (planted === 0 && !isWritten) setImmediate(plant);
    };
    setImmediate(plant);
    await writeAtomically(join(keys, 'admin-token'), 'a token').catch(() => {});
    isWritten = true;
    expect(planted).toBe(1);
    expect((await stat(victim)).uid).toBe(0);
  });
});
