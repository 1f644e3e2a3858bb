import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedBuffersFor } from '../../../../../infra/storage/database/shared-buffers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-buffers-'));
  await mkdir(join(folder, 'base/5'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const table = async (name: string, megabytes: number): Promise<void> => {
  const path = join(folder, 'base/5', name);
  await writeFile(path, '');
  await truncate(path, megabytes * 1024 * 1024);
};

describe('the shared buffers of the embedded database', () => {
  it('are small for a small or new database', async () => {
    await table('16384', 3);
    expect(sharedBuffersFor(folder)).toBe(32);
    expect(sharedBuffersFor(join(folder, 'nowhere'))).toBe(32);
  });

  it('hold a database of medium size completely', async () => {
    await table('16384', 40);
    await table('16385', 30);
    expect(sharedBuffersFor(folder)).toBe(70);
  });

  it('keep the default of initdb for a large one', async () => {
    await table('16384', 900);
    expect(sharedBuffersFor(folder)).toBe(128);
  });
});
