import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataDirectoryAdvice } from '../../../../../infra/installation/data-directory/data-directory-advice.ts';
import {
  type DataDirectory,
  openDataDirectory,
} from '../../../../../infra/installation/data-directory/open-data-directory.ts';

let folder: string;
let directory: DataDirectory;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-advice-'));
  directory = await openDataDirectory(join(folder, 'data'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('advice on who may use the data directory', () => {
  it('is not needed for a directory that this program has created', async () => {
    expect(await dataDirectoryAdvice(directory, 1000)).toBeUndefined();
  });

  it.each([
    ['the directory is writable for everyone', '', 0o777],
    ['its folder of keys is writable for everyone', 'keys', 0o707],
    ['everyone may read the secret that signs tokens', 'keys/token.secret', 0o604],
  ])('names the place when %s', async (_, place, mode) => {
    const open = join(directory.path, place);
    await chmod(open, mode);
    expect((await dataDirectoryAdvice(directory, 1000))?.advice).toBe(`Restrict it: chmod o= ${open}`);
  });

  it('leaves the group alone, to which an orchestrator gives a volume', async () => {
    await chmod(directory.path, 0o770);
    expect(await dataDirectoryAdvice(directory, 1000)).toBeUndefined();
  });
});
