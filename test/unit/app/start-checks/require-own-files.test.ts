import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { requireOwnFiles } from '../../../../app/start-checks/require-own-files.ts';

/** A user who exists on no machine in particular. */
const SERVICE = 61_234;

it.runIf(process.getuid?.() === 0)(
  'root does not open the embedded database of another user, who could not read what root adds',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-owner-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const database = join(folder, 'database');
    await requireOwnFiles(database);
    await mkdir(database);
    await writeFile(join(database, 'PG_VERSION'), '17');
    await requireOwnFiles(database);
    await chown(join(database, 'PG_VERSION'), SERVICE, SERVICE);
    await expect(requireOwnFiles(database)).rejects.toThrow(/belongs to the user with the id 61234.*runuser/);
    expect(await readdir(folder)).toEqual(['database']);
  },
);
