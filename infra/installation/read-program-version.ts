import { readFile } from 'node:fs/promises';

/**
 * Reads the version of this program from its package file, without loading a schema because every command does this.
 */
export const readProgramVersion = async (): Promise<string> => {
  const parsed: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  if (
    typeof parsed === 'object' &&
    parsed !== null &&
    'version' in parsed &&
    typeof parsed.version === 'string'
  )
    return parsed.version;
  throw new TypeError('The package file of this program contains no version.');
};
