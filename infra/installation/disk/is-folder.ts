import { stat } from 'node:fs/promises';

/** Whether a path leads to a folder; `false` also where it cannot be looked at. */
export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
