import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import { damagedBackup } from './backup-problem.ts';
import { writeDurably } from './durable-file.ts';
import { requireFile } from './require-file.ts';

const checksumOf = (members: object): string =>
  createHash('sha256').update(JSON.stringify(members)).digest('hex');

/** Writes a JSON object with a checksum over all its other members as the last one. */
export const writeChecked = async (path: string, members: object): Promise<void> => {
  const checked = { ...members, checksum: checksumOf(members) };
  await writeDurably(path, [`${JSON.stringify(checked, null, 2)}\n`]);
};

/**
 * Reads such an object; undefined when there is no such file. The checksum is made in the same way in every version of
 * the format, so that damage is distinguished from a newer version.
 *
 * @throws Failure that names the file when it was altered
 */
export const readChecked = async (path: string): Promise<unknown> => {
  let text: string;
  try {
    await requireFile(path);
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const parsed = ((): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  })();
  if (!isRecord(parsed)) throw damagedBackup(`${path} is damaged: it is not valid JSON.`);
  const { checksum, ...members } = parsed;
  if (checksum !== checksumOf(members))
    throw damagedBackup(`${path} is damaged: its content does not match its checksum.`);
  return members;
};
