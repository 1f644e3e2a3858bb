import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataDirectory, TOKEN_SECRET_FILE } from './open-data-directory.ts';

/** The permission bits of everyone who is neither the owner nor in the group. */
const OTHERS = 0o007;
const OTHERS_WRITE = 0o002;

/** What others can do, and the command that ends it. */
export type DataDirectoryAdvice = { readonly message: string; readonly advice: string };

/**
 * A warning when other users of the machine may change the data directory, or use the secret that signs the command
 * line's tokens; otherwise `undefined`. The group is left alone: orchestrators give a volume to a group on purpose.
 *
 * @param self the user of this process; undefined on systems without such permission bits (Windows)
 */
export const dataDirectoryAdvice = async (
  { path, keys }: Pick<DataDirectory, 'path' | 'keys'>,
  self: number | undefined = process.getuid?.(),
): Promise<DataDirectoryAdvice | undefined> => {
  if (self === undefined) return undefined;
  const places = [
    { place: path, denied: OTHERS_WRITE },
    { place: keys, denied: OTHERS_WRITE },
    { place: join(keys, TOKEN_SECRET_FILE), denied: OTHERS },
  ];
  const open: string[] = [];
  for (const { place, denied } of places) if (((await stat(place)).mode & denied) !== 0) open.push(place);
  if (open.length === 0) return undefined;
  return {
    message: 'Every user of this machine can replace the keys of this data directory, or sign in with them.',
    advice: `Restrict it: chmod o= ${open.join(' ')}`,
  };
};
