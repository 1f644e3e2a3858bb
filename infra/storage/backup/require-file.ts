import { stat } from 'node:fs/promises';
import { damagedBackup } from './backup-problem.ts';

/**
 * Checks that a path is a regular file or a link to one: reading a device or a pipe may block or never end.
 *
 * @throws Failure `internal_error` that names the path; the system's own error when it does not exist
 */
export const requireFile = async (path: string): Promise<void> => {
  if (!(await stat(path)).isFile()) throw damagedBackup(`${path} is damaged: it is not a file.`);
};
