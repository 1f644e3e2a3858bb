import { stat } from 'node:fs/promises';
import { damagedBackup } from './backup-problem.ts';

/**
 * Makes sure that what bears a name is a file, or a link to one: a device or a pipe may never come to an end, or never
 * begin.
 *
 * @throws Failure `internal_error` that names it; what the operating system says when there is nothing
 */
export const requireFile = async (path: string): Promise<void> => {
  if (!(await stat(path)).isFile()) throw damagedBackup(`${path} is damaged: it is not a file.`);
};
