import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderWitness } from '../../../../../infra/services/witnesses/folder-witness.ts';
import { describeCheckpointWitness, witnessedLog } from '../../../../contract/checkpoint-witness.contract.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { sealedLogOf } from '../../../../support/sealed-log.ts';
import { storedEventAt } from '../../../../support/stored-log.ts';

const clock = { now: () => '2026-11-30T12:00:00.000Z' };
const never = new AbortController().signal;

describeCheckpointWitness('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'witness-'));
  const again = () => createFolderWitness(folder, clock);
  return { witness: again(), again, dispose: () => rm(folder, { recursive: true }) };
});

describe('a witness that is a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'witness-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const submit = async (size: number, from: number) =>
    createFolderWitness(folder, clock).submit(
      await (
        await sealedLogOf(
          [1, 2, 3, 4].map((position) => storedEventAt(position)),
          witnessedLog,
        )
      ).request(size, from),
      never,
    );
  const place = () => join(folder, 'log-log.example%2Fwitnessed');

  it('has one file for each checkpoint, with the signed note', async () => {
    await submit(2, 0);
    await submit(4, 2);
    expect(await readdir(place())).toEqual([
      'checkpoint-0000000000000002.txt',
      'checkpoint-0000000000000004.txt',
    ]);
    expect(await readFile(join(place(), 'checkpoint-0000000000000002.txt'), 'utf8')).toMatch(
      /^log\.example\/witnessed\n2\n.{44}\n\n— log\.example\/witnessed /,
    );
  });

  it('says so when the folder is not there, as with a share that is not mounted, and makes none', async () => {
    await rm(folder, { recursive: true });
    expect(await failureOf(submit(2, 0))).toMatchObject({ code: 'unavailable', component: 'witnesses' });
    expect(await readdir(tmpdir())).not.toContain(folder.split('/').at(-1));
  });

  it('adds nothing to a file that is not the checkpoint that its name states', async () => {
    await submit(2, 0);
    for (const content of ['', 'something else\n']) {
      await writeFile(join(place(), 'checkpoint-0000000000000003.txt'), content);
      expect(await failureOf(submit(4, 2))).toMatchObject({
        message: expect.stringContaining('is not the checkpoint that its name states'),
      });
    }
    expect(await readdir(place())).toHaveLength(2);
  });
});
