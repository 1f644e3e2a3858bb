import { stat } from 'node:fs/promises';

/** Whether there is something of that name. Rejects when that cannot be told. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    },
  );
