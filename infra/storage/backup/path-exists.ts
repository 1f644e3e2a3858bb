import { stat } from 'node:fs/promises';

/** Whether a file or folder exists. Rejects on any error but ENOENT. */
export const pathExists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    },
  );
