import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { unpackNewDatabase } from '../../../../../infra/storage/database/new-database-files.ts';

const root = join(import.meta.dirname, '../../../../..');

describe('the files of a new embedded database', () => {
  it('are all present, and accessible only to their owner', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-unpacked-'));
    try {
      await unpackNewDatabase(folder);
      expect(await readFile(join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n');
      expect((await readdir(join(folder, 'base'))).toSorted()).toEqual(['1', '4', '5']);
      const names = await readdir(folder, { recursive: true });
      expect(names.length).toBeGreaterThan(900);
      for (const name of names) {
        const found = await stat(join(folder, name));
        expect({ name, mode: found.mode & 0o777 }).toEqual({ name, mode: found.isFile() ? 0o600 : 0o700 });
      }
      // A segment of the write-ahead log has its full size from the beginning.
      const [segment] = (await readdir(join(folder, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name));
      expect((await stat(join(folder, 'pg_wal', segment ?? ''))).size).toBe(16 * 1024 * 1024);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('match the version of PGlite that opens them', async () => {
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    expect(dependencies['@electric-sql/pglite-prepopulatedfs']).toBe(dependencies['@electric-sql/pglite']);
  });
});
