import { stat } from 'node:fs/promises';

/** Whether a file or folder exists. Rejects when the file system refuses to say. */
export const pathExists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    },
  );
