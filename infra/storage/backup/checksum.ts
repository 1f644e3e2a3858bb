import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import { damagedBackup } from './backup-problem.ts';
import { writeDurably } from './durable-file.ts';
import { requireFile } from './require-file.ts';

const checksumOf = (members: object): string =>
  createHash('sha256').update(JSON.stringify(members)).digest('hex');

/** Writes a JSON object whose last member is a checksum of all the others. */
export const writeChecked = async (path: string, members: object): Promise<void> => {
  const checked = { ...members, checksum: checksumOf(members) };
  await writeDurably(path, [`${JSON.stringify(checked, null, 2)}\n`]);
};

/**
 * Reads an object that `writeChecked` wrote; undefined when the file does not exist. Every version of the format
 * computes the checksum in the same way, which distinguishes damage from a newer version.
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
