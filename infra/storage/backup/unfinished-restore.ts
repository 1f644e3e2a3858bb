import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { writeDurably } from './durable-file.ts';

/** Is in a data directory while a backup is being restored into it, and after an interrupted restore. */
const UNFINISHED_RESTORE = 'unfinished-restore.json';

const schema = z.object({ backupId: z.string() });

/** The backup whose restore into this data directory has not come to its end; undefined when there is none. */
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

/** Keeps a server from taking half an installation for a new one. Rejects with `unavailable`. */
export const refuseUnfinishedRestore = async (dataDir: string): Promise<void> => {
  if ((await findUnfinishedRestore(dataDir)) === undefined) return;
  throw new Failure(
    failure(
      'unavailable',
      `A restore into ${dataDir} has not come to its end. Run "npx anamnesis restore <folder>" as before once more, or name another ` +
        'data directory.',
    ),
  );
};
