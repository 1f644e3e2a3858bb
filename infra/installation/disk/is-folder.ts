import { stat } from 'node:fs/promises';

/** Whether a path is a folder; `false` if it is inaccessible. */
export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
