import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolders } from '../../../../../infra/installation/data-directory/make-folders.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-folders-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('creating a folder', () => {
  it('creates its parents, for the owner only, and keeps existing ones', async () => {
    const path = join(folder, 'a/b/c');
    await makeFolders(path);
    await makeFolders(path);
    for (const made of [path, join(folder, 'a')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  });

  it('succeeds for concurrent callers', async () => {
    // A caller may meet a parent that is missing at first and exists a moment later, though not in each round.
    for (let round = 0; round < 100; round += 1) {
      const path = join(folder, `x${round}/y/z`);
      await Promise.all(Array.from({ length: 8 }, () => makeFolders(path)));
      expect((await stat(path)).isDirectory()).toBe(true);
    }
  });

  it('refuses a path that is a file, or lies inside one', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(makeFolders(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolders(join(file, 'sub'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  const hasProc = process.platform === 'linux';
  if (!hasProc)
    process.stdout.write('There is no /proc here: the test of an unwritable file system is skipped.\n');
  it.runIf(hasProc)('fails where nothing can be created', async () => {
    await expect(makeFolders('/proc/anamnesis/keys')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
