import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Finds a program on PATH; `undefined` when none of the names exists. */
export const findProgram = async (
  names: readonly string[],
  path = process.env.PATH ?? '',
): Promise<string | undefined> => {
  for (const folder of path.split(delimiter)) {
    if (folder === '') continue;
    for (const name of names) {
      const program = join(folder, process.platform === 'win32' ? `${name}.exe` : name);
      const isThere = await access(program, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere) return program;
    }
  }
  return undefined;
};
