import { stat } from 'node:fs/promises';

/** Whether a path exists; `false` if it is inaccessible. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
