import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createServerDatabase } from '../../../../support/server-database.ts';
import { startInProcess } from '../../../../support/server-in-process.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl)
  process.stdout.write(
    'TEST_DATABASE_URL is not set: the tests of two databases on one folder are skipped.\n',
  );

const DAY_MS = 24 * 60 * 60 * 1000;

describe.skipIf(!serverUrl)('a second database on the blob folder of another one', () => {
  it('does not remove blobs in a repair that only the first one references', async () => {
    await using first = await createServerDatabase(serverUrl ?? '');
    await using second = await createServerDatabase(serverUrl ?? '');
    const server = await startInProcess({ environment: { DATABASE_URL: first.url } });
    await server.ingestSample('opioid-overdose.txt');
    await server.settled();
    await server.stop();
    const blobs = join(server.dataDir, 'blobs');
    const files = async (): Promise<readonly string[]> =>
      (await readdir(blobs, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name)).toSorted();
    const before = await files();
    expect(before.length).toBeGreaterThan(0);
    const longAgo = new Date(Date.now() - 3 * DAY_MS);
    for (const name of before) await utimes(join(blobs, name), longAgo, longAgo);

    const mistaken = await startInProcess({
      dataDir: server.dataDir,
      environment: { DATABASE_URL: second.url },
    });
    const answer = await mistaken.post('/api/admin/doctor', { repair: true });
    expect(await answer.text()).toContain('They may be named by another database on a server');
    expect(await files()).toEqual(before);
    await mistaken.stop();
    await server.dispose();
  });
});
