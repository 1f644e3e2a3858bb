import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openPgliteDatabase } from '../../../../../infra/storage/database/pglite-database.ts';

/** Each left 1,120 bytes of 2 MB on the stack: the 1,873rd failed for another reason, as did every statement after it. */
const FAILURES = 2500;

it.each(['in memory', 'in a folder'])(
  'the embedded database %s survives any number of failed statements',
  async (where) => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-failures-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const database = await openPgliteDatabase(where === 'in memory' ? undefined : join(folder, 'database'), {
      sync: 'off',
    });
    onTestFinished(() => database.close());
    const messages = new Set<string>();
    for (let failure = 0; failure < FAILURES; failure += 1)
      await database.query('select 1 / 0').catch((error: unknown) => messages.add(String(error)));
    for (let failure = 0; failure < 10; failure += 1)
      await database
        .transaction((session) => session.query('select 1 / 0'))
        .catch((error: unknown) => messages.add(String(error)));
    expect([...messages]).toEqual(['error: division by zero']);
    expect(await database.query('select 1 as works')).toEqual([{ works: 1 }]);
  },
);
