import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataDirectory } from '../../../../../infra/installation/data-directory/open-data-directory.ts';
import {
  createAdminTokenReader,
  makeAdminToken,
} from '../../../../../infra/services/auth/admin-token-file.ts';
import { hashToken } from '../../../../../infra/services/auth/hash-token.ts';

describe('the admin token', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-token-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('in force is the one in the file, however many resets run at the same time', async () => {
    for (let trial = 0; trial < 20; trial += 1) {
      const directory = await openDataDirectory(join(folder, String(trial)));
      await Promise.all([1, 2, 3, 4].map(() => makeAdminToken(directory, undefined)));
      const token = (await readFile(join(directory.keys, 'admin-token'), 'utf8')).trim();
      const inForce = await createAdminTokenReader(directory)();
      expect(Buffer.from(hashToken(token)).equals(inForce ?? Buffer.of())).toBe(true);
    }
  });
});
