import { readFile } from 'node:fs/promises';

/** The version of this program, from its package file. Every call of the command line reads it: no schema is loaded. */
export const readProgramVersion = async (): Promise<string> => {
  const parsed: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  if (
    typeof parsed === 'object' &&
    parsed !== null &&
    'version' in parsed &&
    typeof parsed.version === 'string'
  )
    return parsed.version;
  throw new TypeError('The package file of this program names no version.');
};
