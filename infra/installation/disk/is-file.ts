import { stat } from 'node:fs/promises';

/** Whether a path is a file; `false` if it is inaccessible. */
export const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
