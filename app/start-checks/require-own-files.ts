import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure, failure } from '../../domain/kernel/failure.ts';

/** The id of the user who owns a file; undefined when there is no such file. */
const ownerOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ uid }) => uid,
    () => undefined,
  );

/** Who owns the files that this process creates in a folder: file systems of containers and networks may map users. */
const ownerOfNewFiles = async (folder: string): Promise<number | undefined> => {
  const probe = join(folder, `owner-${randomUUID()}`);
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    return await ownerOf(probe);
  } finally {
    await rm(probe, { force: true });
  }
};

/**
 * Refuses to open the embedded database of another user as root: that user could not read the files that root adds to it,
 * after which the service starts and fails every request. Other users cannot open it anyway.
 *
 * @throws Failure with the way to run the command
 */
export const requireOwnFiles = async (database: string): Promise<void> => {
  if (process.getuid?.() !== 0) return;
  const owner = await ownerOf(join(database, 'PG_VERSION'));
  if (owner === undefined || owner === (await ownerOfNewFiles(dirname(database)))) return;
  throw new Failure(
    failure(
      'unavailable',
      `The embedded database in ${database} belongs to the user with the id ${owner}, who could not read what root adds to it. ` +
        `Run this as that user: runuser -u "$(id -nu ${owner})" -- … (see docs/runbook.md).`,
      { component: 'data-directory' },
    ),
  );
};
