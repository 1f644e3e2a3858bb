import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { writeDurably } from './durable-file.ts';

/** Present in a data directory during a restore into it, and after an interrupted one. */
const UNFINISHED_RESTORE = 'unfinished-restore.json';

const schema = z.object({ backupId: z.string() });

/** The id of the backup whose restore into this data directory is unfinished, if any. */
export const findUnfinishedRestore = async (dataDir: string): Promise<string | undefined> => {
  try {
    return schema.parse(JSON.parse(await readFile(join(dataDir, UNFINISHED_RESTORE), 'utf8'))).backupId;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

export const beginRestore = async (dataDir: string, backupId: string): Promise<void> => {
  await writeDurably(join(dataDir, UNFINISHED_RESTORE), [JSON.stringify({ backupId })]);
};

export const endRestore = (dataDir: string): Promise<void> =>
  rm(join(dataDir, UNFINISHED_RESTORE), { force: true });

/** Keeps a server from mistaking a half-restored installation for a new one. Rejects with `unavailable`. */
export const refuseUnfinishedRestore = async (dataDir: string): Promise<void> => {
  if ((await findUnfinishedRestore(dataDir)) === undefined) return;
  throw new Failure(
    failure(
      'unavailable',
      `A restore into ${dataDir} has not finished. Run the same "npx anamnesis restore <folder>" again, or name another ` +
        'data directory.',
    ),
  );
};
