import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCliInProcess } from '../../support/cli-in-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-move-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.each([
  [['--from', 'embedded', '--to', 'embedded'], 'The two ends are the same database'],
  [['--from', 'embedded', '--to', 'mysql://somewhere/else'], '--to: must be "embedded" or a postgres:// URL'],
  [['--from', 'embedded', '--to', 'postgres://unknown@127.0.0.1:1/none'], 'There is no embedded database'],
  [['--from', 'postgres://u:secret@127.0.0.1:1/none', '--to', 'embedded'], 'refuses connections'],
  [
    [
      '--from',
      'embedded',
      '--to',
      'postgres://unknown@127.0.0.1:1/none',
      '--to-eventstore',
      'http://u:secret@x',
    ],
    '--to-eventstore must be a connection string',
  ],
])('moving an installation rejects %j with an explanation', async (words, sentence) => {
  const { code, err } = await runCliInProcess(['migrate', ...words], { DATA_DIR: join(folder, 'data') });
  expect(code).not.toBe(0);
  expect(err).toContain(sentence);
  expect(err).not.toContain('secret');
});

it('an import reports that there is no embedded database to import', async () => {
  const nothing = await runCliInProcess(['import-embedded'], {
    DATA_DIR: join(folder, 'other'),
    DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none',
  });
  expect(nothing.code).toBe(1);
  expect(nothing.err).toContain('There is no embedded database');
  expect(await readdir(folder)).toEqual([]);
});

it('an import reports that no target server is configured', async () => {
  const untold = await runCliInProcess(['import-embedded'], { DATA_DIR: join(folder, 'data') });
  expect(untold).toMatchObject({ code: 2, out: '' });
  expect(untold.err).toContain('DATABASE_URL is not set.');
});
