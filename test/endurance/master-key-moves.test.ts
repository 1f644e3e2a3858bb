import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { startInProcess } from '../support/server-in-process.ts';
import { startTransitServer } from '../support/transit-server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-key-moves-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('the command line keeps the master key after it moves to another file, and to a key service', async () => {
  const dataDir = join(folder, 'data');
  const content = '# Naloxone\n\nGive naloxone 0.4 mg IV.';
  const path = '/api/documents/guideline-naloxone/versions/1/file';
  const beside = join(dataDir, 'keys', 'master.key');
  const elsewhere = join(folder, 'master.key');
  const advised = (lines: readonly string[]): boolean =>
    lines.some((line) => line.includes('The master key is next to the data'));

  const first = await startInProcess({ dataDir });
  await first.ingest(content, 'naloxone.md', { docKey: 'guideline-naloxone' });
  expect(advised(first.logLines)).toBe(true);
  await first.dispose();

  // Neither creates a key file: one would still be next to the data, the folder of the other does not exist.
  for (const [to, said] of [
    [join(dataDir, 'elsewhere.key'), 'inside the data directory'],
    [join(folder, 'missing', 'master.key'), `The folder ${join(folder, 'missing')} does not exist.`],
    [folder, 'is a folder'],
  ] as const) {
    const refused = await runCli(['keys', 'rewrap', '--to', to], { DATA_DIR: dataDir });
    expect(refused, to).toMatchObject({ code: 2, out: '', err: expect.stringContaining(said) });
  }

  const moved = await runCli(['keys', 'rewrap', '--to', elsewhere], { DATA_DIR: dataDir });
  expect(moved).toMatchObject({ code: 0, out: expect.stringMatching(/^Master key [0-9a-f]{16}: in /) });
  expect(moved.err).toContain(`MASTER_KEY_FILE=${elsewhere}`);
  expect(moved.out + moved.err).not.toContain((await readFile(beside, 'utf8')).trim());
  await rm(beside);
  await expect(startInProcess({ dataDir })).rejects.toThrow('The master key is missing');
  const second = await startInProcess({ dataDir, environment: { MASTER_KEY_FILE: elsewhere } });
  expect(await (await second.request(path)).text()).toBe(content);
  expect(advised(second.logLines)).toBe(false);
  await second.dispose();

  await using service = await startTransitServer();
  const tokenFile = join(folder, 'token');
  await writeFile(tokenFile, service.token);
  const settings = {
    MASTER_KEY_FILE: elsewhere,
    KEY_SERVICE_URL: String(service.url),
    KEY_SERVICE_TOKEN_FILE: tokenFile,
  };
  const wrapped = await runCli(['keys', 'rewrap', '--to', 'service', '--json'], {
    DATA_DIR: dataDir,
    ...settings,
  });
  expect(wrapped).toMatchObject({ code: 0 });
  expect(JSON.parse(wrapped.out)).toMatchObject({ file: elsewhere, wrapped: true });
  expect(await readFile(elsewhere, 'utf8')).toMatch(/^wrapped:/);
  const third = await startInProcess({ dataDir, environment: settings });
  expect(await (await third.request(path)).text()).toBe(content);
  await third.dispose();
  await expect(startInProcess({ dataDir, environment: { MASTER_KEY_FILE: elsewhere } })).rejects.toThrow(
    'Set KEY_SERVICE_URL',
  );
});
