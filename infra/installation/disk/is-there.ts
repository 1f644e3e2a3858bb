import { stat } from 'node:fs/promises';

/** Whether a path leads to anything; `false` also where it cannot be looked at. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
